import { expect, test } from 'vitest'
import { parseCanonicalText, toCanonicalText } from './canonical-text.ts'

test('keys stand in order at every depth, whatever order they came in', () => {
  const one = { b: [{ d: 1, c: 2 }], a: 'x' }
  expect(toCanonicalText(one)).toBe('{"a":"x","b":[{"c":2,"d":1}]}')
  expect(toCanonicalText({ a: 'x', b: [{ c: 2, d: 1 }] })).toBe(toCanonicalText(one))
  expect(one).toEqual({ b: [{ d: 1, c: 2 }], a: 'x' })
})

test('what is no plain object is written as JSON writes it', () => {
  const values = [null, -0, NaN, 'é\ud800', true, new Date(0), [undefined, 1]]
  for (const value of values) expect(toCanonicalText(value)).toBe(JSON.stringify(value))
  expect(toCanonicalText({ b: undefined, a: new Date(0) })).toBe('{"a":"1970-01-01T00:00:00.000Z"}')
})

test('a key that looks like a number or a prototype is a key like others', () => {
  expect(toCanonicalText({ b: 1, 10: 2, 9: 3 })).toBe('{"9":3,"10":2,"b":1}')
  expect(toCanonicalText(JSON.parse('{"z":1,"__proto__":{"b":1,"a":2}}'))).toBe(
    '{"__proto__":{"a":2,"b":1},"z":1}',
  )
})

test('a text that is not written canonically says nothing', () => {
  expect(parseCanonicalText('{"a":1,"b":2}')).toEqual({ a: 1, b: 2 })
  for (const text of ['{"b":2,"a":1}', '{ "a":1}', '{', undefined])
    expect(parseCanonicalText(text)).toBeUndefined()
})
