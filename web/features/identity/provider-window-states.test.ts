import { expect, test } from 'vitest'
import {
  reduceProviderWindow,
  closedWindow,
  windowFeatures,
  type ProviderWindow,
  type WindowEvent,
} from './provider-window-states.ts'

const started: WindowEvent = { kind: 'started', provider: 'google' }
const closed: WindowEvent = { kind: 'closed' }
const waited: WindowEvent = { kind: 'waited' }
const told = (code: string | null): WindowEvent => ({
  kind: 'told',
  refusal: code === null ? null : { code, words: `about ${code}` },
})
const failed = (code: string, open: boolean): ProviderWindow => ({
  phase: 'failed',
  provider: 'google',
  code,
  open,
})

test.each<[string, WindowEvent[], ProviderWindow]>([
  ['opens', [started], { phase: 'open', provider: 'google' }],
  ['signs in', [started, told(null)], { phase: 'answered', provider: 'google' }],
  [
    'is told of a refusal',
    [started, told('account-exists-with-different-credential')],
    {
      ...failed('account-exists-with-different-credential', false),
      words: 'about account-exists-with-different-credential',
    } as ProviderWindow,
  ],
  ['waits when it is closed', [started, closed], { phase: 'closed', provider: 'google' }],
  [
    'takes the answer that comes after the closing',
    [started, closed, told(null)],
    { phase: 'answered', provider: 'google' },
  ],
  ['counts as given up after the wait', [started, closed, waited], failed('popup-closed-by-user', true)],
  [
    'takes even a late answer: the provider may only have cut it off',
    [started, closed, waited, told(null)],
    { phase: 'answered', provider: 'google' },
  ],
  ['does not give up without a closing', [started, waited], { phase: 'open', provider: 'google' }],
  [
    'is not closed again once it answered',
    [started, told(null), closed],
    { phase: 'answered', provider: 'google' },
  ],
  [
    'gives way to another',
    [started, { kind: 'started', provider: 'github' }],
    { phase: 'open', provider: 'github', notice: 'cancelled-popup-request' },
  ],
  [
    'starts again after a failure without a word of the first',
    [started, told('user-disabled'), started],
    { phase: 'open', provider: 'google' },
  ],
  ['is blocked', [{ kind: 'blocked', provider: 'google' }], failed('popup-blocked', false)],
  [
    'does not listen when it was blocked',
    [{ kind: 'blocked', provider: 'google' }, told(null)],
    failed('popup-blocked', false),
  ],
  ['listens to nobody before it was opened', [told(null), closed, waited], closedWindow],
  ['is forgotten', [started, closed, waited, { kind: 'dismissed' }], closedWindow],
])('the window %s', (_what, events, end) => {
  expect(events.reduce(reduceProviderWindow, closedWindow)).toEqual(end)
})

test('stands in the middle of the window that opened it', () => {
  expect(windowFeatures({ left: 100, top: 50, width: 1280, height: 860 }, { width: 500, height: 600 })).toBe(
    'popup,width=500,height=600,left=490,top=180',
  )
})

test('does not stand left of or above a smaller one', () => {
  expect(windowFeatures({ left: 10, top: 20, width: 320, height: 400 }, { width: 500, height: 600 })).toBe(
    'popup,width=500,height=600,left=10,top=20',
  )
})
