import { expect, it } from 'vitest'
import { parseOrigin } from './embed-origin-parsing.ts'

it.each([
  ['https://app.example.com', 'https://app.example.com'],
  [' https://App.Example.com/patients/1?tab=2#top ', 'https://app.example.com'],
  ['https://app.example.com:8443/', 'https://app.example.com:8443'],
  ['https://app.example.com:443', 'https://app.example.com'],
  ['http://app.example.com', null],
  ['https://*.example.com', null],
  ['https://name@app.example.com', null],
  ['app.example.com', null],
  ['https://a.example;b', null],
  ['*', null],
  ['', null],
])('reads %j as %j', (typed, origin) => expect(parseOrigin(typed)).toBe(origin))
