import { expect, it } from 'vitest'
import { splitStatements } from './sql-statements.ts'

it.each([
  ['two statements', 'select 1; select 2', ['select 1', 'select 2']],
  ['no statement', ' -- nothing; here\n/* nor; here */ ;; ', []],
  ['an end within quotes', `select 'a;''b', "c;d"; select 2`, [`select 'a;''b', "c;d"`, 'select 2']],
  [
    'ends within functions',
    'create function f() as $$ begin; -- stays\n end; $$; select $body$ $$;$$ $body$; select $1 - 2 / 3',
    [
      'create function f() as $$ begin; -- stays\n end; $$',
      'select $body$ $$;$$ $body$',
      'select $1 - 2 / 3',
    ],
  ],
  ['comments between', '-- first\nselect 1; -- it; ends\nselect/* ; */2', ['select 1', 'select 2']],
])('tells apart %s', (_, text, statements) => {
  expect(splitStatements(text)).toEqual(statements)
})
