import { expect, test } from 'vitest'
import { capacityTestUrl } from './capacity-test-action.ts'

test('leads to the guided assessment where no page says otherwise', () => {
  expect(capacityTestUrl([])).toBe('/capacity-test')
  expect(capacityTestUrl([{}, { handle: undefined }, { handle: {} }])).toBe('/capacity-test')
})

test('a page may supply its own action', () => {
  expect(capacityTestUrl([{}, { handle: { capacityTest: '#first-question' } }])).toBe('#first-question')
})
