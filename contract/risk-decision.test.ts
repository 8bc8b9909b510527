import { expect, test } from 'vitest'
import { RiskDecision } from './histories.ts'

const decision = (given: Partial<RiskDecision> = {}): RiskDecision => ({
  ...{ ruleId: 'R010', severity: 'confirm', decision: 'accepted', reason: '', because: [], teeth: ['48'] },
  statement: 'Your bone medicine can stop the jaw from healing.',
  ...given,
})

// What the screen asks for before it sends a decision is tested beside it: web/features/histories/risk-decisions.test.ts
test.each<[string, RiskDecision, string | null]>([
  ['accepted', decision(), null],
  ['edited', decision({ decision: 'edited', statement: 'In our words.' }), null],
  ['edited to nothing', decision({ decision: 'edited', statement: ' ' }), 'statement'],
  ['left out without a reason', decision({ decision: 'left-out' }), 'reason'],
  ['left out with one', decision({ decision: 'left-out', reason: 'Stopped years ago.' }), null],
  ['that stops, accepted without a reason', decision({ severity: 'stop' }), 'reason'],
  ['that stops, with blanks for a reason', decision({ severity: 'stop', reason: '  ' }), 'reason'],
  ['that stops, with a reason to go ahead', decision({ severity: 'stop', reason: 'Advised.' }), null],
  ['accepted with a detail missing', decision({ statement: 'You said: {{what}}.' }), 'statement'],
  [
    'with a detail missing, left out',
    decision({ decision: 'left-out', statement: 'You said: {{what}}.', reason: 'Not so.' }),
    null,
  ],
  ['about a tooth that is none', decision({ teeth: ['49'] }), 'teeth'],
])('a risk %s', (_name, made, at) => {
  const { success, error } = RiskDecision.safeParse(made)
  expect([success, error?.issues.map(({ path }) => path[0])]).toEqual([
    at === null,
    at === null ? undefined : [at],
  ])
})
