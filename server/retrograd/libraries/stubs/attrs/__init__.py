from attr import asdict, astuple, define, evolve, fields, frozen, ib as field, mutable, Factory
