import { expect, test } from 'vitest'
import { capacityTestOf } from './capacity-test-action.ts'

test('leads to the guided assessment where no page says otherwise', () => {
  expect(capacityTestOf([])).toBe('/capacity-test')
  expect(capacityTestOf([{}, { handle: undefined }, { handle: {} }])).toBe('/capacity-test')
})

test('a page may supply its own action', () => {
  expect(capacityTestOf([{}, { handle: { capacityTest: '#first-question' } }])).toBe('#first-question')
})
