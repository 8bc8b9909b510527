import { isShortcut, keyboardShortcuts } from '../../ui/keyboard-shortcuts.ts'
import type { KeyboardEvent } from 'react'
import type { HistoryFact } from '../../../contract/histories.ts'
import { TickBox } from '../../ui/plain/tick-box.tsx'
import { answerWords } from './history-words.ts'

type Answer = HistoryFact['answer']
const answers = ['yes', 'no', 'unknown'] as const
const [yesKey, noKey, unknownKey] = keyboardShortcuts.answers.keys
const answerOfKey: Readonly<Record<string, Answer>> = {
  [yesKey]: 'yes',
  [noKey]: 'no',
  [unknownKey]: 'unknown',
}

type AnswerChoiceProps = {
  factor: string
  labelledBy: string
  describedBy: string
  value: Answer | undefined
  onAnswer: (answer: Answer) => void
}

/** Goes to the question after this one, where there is one. */
function focusNextQuestion(answer: HTMLElement) {
  const groups = [...document.querySelectorAll<HTMLElement>('[data-question]')]
  const next = groups[groups.findIndex((group) => group.contains(answer)) + 1]
  next?.querySelector<HTMLInputElement>('input:checked, input')?.focus()
}

/** Yes, no or not known; none of them until somebody has asked. Their first letters answer, and go on where nothing more is asked. */
export function AnswerChoice({ factor, labelledBy, describedBy, value, onAnswer }: AnswerChoiceProps) {
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const answer = answerOfKey[event.key.toLowerCase()]
    if (!answer || !isShortcut(event, keyboardShortcuts.answers)) return
    event.preventDefault()
    onAnswer(answer)
    if (answer !== 'yes') focusNextQuestion(event.currentTarget)
  }
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      data-question={factor}
      className="flex w-fit divide-x divide-line rounded-md border border-field bg-surface"
    >
      {answers.map((answer) => (
        <label
          key={answer}
          className="flex min-h-9 cursor-pointer items-center gap-2 px-2.5 whitespace-nowrap has-checked:bg-brand-soft has-checked:font-semibold pointer-coarse:min-h-11"
        >
          <TickBox
            type="radio"
            name={`answer-${factor}`}
            value={answer}
            checked={value === answer}
            onChange={() => onAnswer(answer)}
            onKeyDown={press}
            className="mt-0"
          />
          {answerWords[answer]}
        </label>
      ))}
    </div>
  )
}
