import { expect, it } from 'vitest'
import { deviceText } from './account-rules.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.7444.60 Safari/537.36'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

it.each([
  [chrome, 'Chrome 142 on Windows'],
  [safari, 'Safari 18 on iOS'],
  ['curl/8.5.0', 'Unknown browser'],
  ['unknown', 'Unknown browser'],
  [null, 'Unknown browser'],
])('calls a device as its owner does: %s', (userAgent, device) => {
  expect(deviceText(userAgent)).toBe(device)
})
