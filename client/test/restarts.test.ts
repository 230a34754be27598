import { expect, test } from 'vitest';
import { Restarts } from '../src/restarts';

test('a server that keeps dying is started four times and no more', () => {
  const restarts = new Restarts(4, 1000, () => 0);
  expect([1, 2, 3, 4, 5, 6].map(() => restarts.died())).toEqual([true, true, true, true, false, false]);
});

test('deaths that lie far apart do not add up', () => {
  let now = 0;
  const restarts = new Restarts(2, 1000, () => now);
  const answers = [0, 600, 1200, 1800, 2400].map((time) => {
    now = time;
    return restarts.died();
  });
  expect(answers).toEqual([true, true, true, true, true]);
});

test('a start that somebody asks for begins the count anew', () => {
  const restarts = new Restarts(1, 1000, () => 0);
  expect([restarts.died(), restarts.died()]).toEqual([true, false]);
  restarts.forget();
  expect(restarts.died()).toBe(true);
});
