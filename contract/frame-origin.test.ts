import { expect, it } from 'vitest'
import { isFrameOrigin } from './frame-origin.ts'

it.each([
  ['https://app.example.com', true],
  ['https://app.example.com:8443', true],
  ['https://localhost:3000', true],
  ['https://10.0.0.7', true],
  ['https://app.example.com/', false],
  ['https://app.example.com:443', false],
  ['https://app.example.com:99999', false],
  ['https://App.example.com', false],
  ['https://app_1.example.com', false],
  ['https://*.example.com', false],
  ['https://name@app.example.com', false],
  ["https://a.example 'self'", false],
  ['https://a.example;script-src', false],
  ['https://a.example\nhttps://b.example', false],
  ['http://app.example.com', false],
  ['null', false],
  ['*', false],
  ['', false],
])('%j may frame a page: %j', (text, may) => expect(isFrameOrigin(text)).toBe(may))
