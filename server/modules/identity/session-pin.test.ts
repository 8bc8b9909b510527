import { expect, it } from 'vitest'
import { isPinTooSimple } from './session-pin.ts'

it.each(['1111', '00000', '1234', '4321', '6789', '7890', '0123', '2109', '87654321'])(
  'refuses %s, which everybody tries first',
  (pin) => {
    expect(isPinTooSimple(pin)).toBe(true)
  },
)

it.each(['2580', '1112', '1243', '1357', '9146', '12346', '98760'])('takes %s', (pin) => {
  expect(isPinTooSimple(pin)).toBe(false)
})
