import { describe, expect, it, test } from 'vitest'
import { summarizeCheck, questionStateOf, type CheckStep } from './understanding-state.ts'

const right = (question: string): CheckStep => ({ kind: 'answered', question, isRight: true })
const wrong = (question: string): CheckStep => ({ kind: 'answered', question, isRight: false })
const talk = (question: string | null): CheckStep => ({ kind: 'talk', question, isRight: null })
const explained: CheckStep = { kind: 'explained', question: null, isRight: null }
const finished: CheckStep = { kind: 'finished', question: null, isRight: null }

const rows: [string, CheckStep[], string][] = [
  ['nothing', [], 'open'],
  ['an answer to another', [right('b')], 'open'],
  ['right', [right('a')], 'right'],
  ['wrong once', [wrong('a')], 'again'],
  ['wrong, then right', [wrong('a'), right('a')], 'right'],
  ['wrong twice', [wrong('a'), wrong('a')], 'gap'],
  ['wrong twice, then right', [wrong('a'), wrong('a'), right('a')], 'right'],
  ['right, then wrong', [right('a'), wrong('a')], 'again'],
  ['rather talk', [talk('a')], 'talk'],
  ['rather talk after a wrong answer', [wrong('a'), talk('a')], 'talk'],
  ['rather talk, then right after all', [talk('a'), right('a')], 'right'],
  ['rather talk about all of it', [talk(null)], 'talk'],
  ['right before they would rather talk about the rest', [right('a'), talk(null)], 'right'],
]

test.each(rows)('a question after %s', (_what, steps, expected) => {
  expect(questionStateOf('a', steps)).toBe(expected)
})

describe('a check', () => {
  const stand = (...steps: CheckStep[]) => summarizeCheck(['a', 'b'], steps)

  it('is done when every question is settled, however it came out', () => {
    expect(stand().isDone).toBe(false)
    expect(stand(right('a'), wrong('b')).isDone).toBe(false)
    expect(stand(right('a'), wrong('b'), wrong('b')).isDone).toBe(true)
    expect(stand(talk(null)).isDone).toBe(true)
    expect(stand(finished).isDone).toBe(false)
  })

  it('needs a talk about what stayed open, until somebody has talked it through', () => {
    expect(stand(right('a'), right('b'))).toMatchObject({ needsTalk: false, right: 2 })
    expect(stand(wrong('a')).needsTalk).toBe(false)
    const gaps = [wrong('a'), wrong('a'), talk('b')]
    expect(stand(...gaps)).toMatchObject({ needsTalk: true, toTalkThrough: ['a', 'b'] })
    expect(stand(...gaps, explained)).toMatchObject({ needsTalk: false, isExplained: true })
    expect(stand(...gaps, explained, wrong('a'))).toMatchObject({ needsTalk: true, toTalkThrough: ['a'] })
    expect(stand(talk(null), right('a'), right('b')).needsTalk).toBe(true)
  })

  it('has not begun while only staff have written', () => {
    expect(stand(explained).hasBegun).toBe(false)
    expect(stand(wrong('a')).hasBegun).toBe(true)
  })
})
