import { describe, expect, it } from 'vitest'
import { actionOfKey, playerTimeText } from './player-time.ts'

it.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [65, '1:05'],
  [750, '12:30'],
  [3723, '1:02:03'],
  [NaN, '0:00'],
  [Infinity, '0:00'],
  [-1, '0:00'],
])('%d seconds are %s', (seconds, text) => expect(playerTimeText(seconds)).toBe(text))

describe('a key', () => {
  const pressed = (key: string, more = {}) => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  })
  it.each([
    [' ', 'other', 'toggle'],
    [' ', 'button', null],
    ['ArrowRight', 'other', { by: 5 }],
    ['ArrowLeft', 'button', { by: -5 }],
    ['ArrowLeft', 'field', null],
    ['ArrowLeft', 'timeline', null],
    ['m', 'timeline', 'mute'],
    [' ', 'timeline', 'toggle'],
    ['m', 'other', 'mute'],
    ['M', 'button', 'mute'],
    ['f', 'other', 'fullscreen'],
    ['C', 'other', 'captions'],
    ['c', 'field', null],
    ['x', 'other', null],
    ['Tab', 'other', null],
  ] as const)('%j on a %s does %j', (key, focused, act) =>
    expect(actionOfKey(pressed(key), focused)).toEqual(act),
  )

  it('of the browser stays the browser’s', () =>
    expect(actionOfKey(pressed('c', { ctrlKey: true }), 'other')).toBeNull())
})
