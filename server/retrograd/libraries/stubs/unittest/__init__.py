from _retrograd import unknown


class SkipTest(Exception):
    pass


class _Expected:
    def __init__(self, expected):
        self.expected = expected
        self.exception = None

    def __enter__(self):
        return self

    def __exit__(self, typ, value, tb):
        self.exception = value
        return value is not None and isinstance(value, self.expected)


class TestCase:
    def __init__(self, methodName="runTest"):
        pass

    def __drive__(self, data=None):
        self.setUpClass()
        for name in type(self).__dict__:
            if name.startswith("test"):
                self.setUp()
                getattr(self, name)()
                self.tearDown()

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def setUp(self):
        pass

    def tearDown(self):
        pass

    def assertRaises(self, expected, *args, **kwargs):
        caught = _Expected(expected)
        if args:
            with caught:
                args[0](*args[1:], **kwargs)
        return caught

    def assertRaisesRegex(self, expected, regex, *args, **kwargs):
        return self.assertRaises(expected, *args, **kwargs)

    def assertWarns(self, *args, **kwargs):
        return _Expected(())

    assertWarnsRegex = assertLogs = subTest = assertWarns

    def assertTrue(self, *args, **kwargs):
        pass

    assertFalse = assertEqual = assertNotEqual = assertIs = assertIsNot = assertIsNone = assertIsNotNone = assertIn = assertNotIn = assertIsInstance = assertTrue
    assertNotIsInstance = assertAlmostEqual = assertNotAlmostEqual = assertGreater = assertGreaterEqual = assertLess = assertLessEqual = assertRegex = assertTrue
    assertListEqual = assertDictEqual = assertTupleEqual = assertSetEqual = assertSequenceEqual = assertCountEqual = addCleanup = assertTrue

    def skipTest(self, reason):
        raise SkipTest(reason)

    def fail(self, msg=None):
        raise AssertionError(msg)


class IsolatedAsyncioTestCase(TestCase):
    pass


def skip(reason):
    return lambda func: func


def skipIf(condition, reason):
    return lambda func: func


skipUnless = skipIf


def expectedFailure(func):
    return func


def main(*args, **kwargs):
    return unknown()
