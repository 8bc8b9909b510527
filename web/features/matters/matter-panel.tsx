import { useState } from 'react'
import { prefersOtherOption } from '../../../contract/preference-rules.ts'
import type { ConsentStatus } from '../../../contract/consent-states.ts'
import type { Api } from '../../api.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { useToast } from '../../ui/toast.tsx'
import { AdditionalConsentList } from './additional-consent-list.tsx'
import { MatterAnswerForm } from './matter-answer-form.tsx'
import {
  answerTitle,
  callWords,
  promptWords,
  countUnanswered,
  type MatterAnswerMode,
  type Matters,
} from './matter-words.ts'

type Content = Awaited<ReturnType<Api['consents']['get']>>['content']

type MatterPanelProps = {
  consentId: string
  status: ConsentStatus
  content: Content
  matters: Matters
  mayAnswer: boolean
  /** Whether the reader may record that something agreed to besides was taken back. */
  mayRecord: boolean
  /** After an act, with what there is now. */
  onChanged: (matters: Matters) => Promise<void>
  onReload: () => Promise<void>
}

/** What matters to the patient with its answers, and what they said of their choice. Nothing where they said nothing. */
export function MatterPanel(props: MatterPanelProps) {
  const { consentId, status, content, matters, mayAnswer, mayRecord, onChanged, onReload } = props
  const toast = useToast()
  const { leaning, thinking, call, additional, isNothing } = matters
  const isSilent = matters.matters.length === 0 && !isNothing && !leaning && !thinking && !call
  if (isSilent && additional.length === 0) return null
  const waiting = countUnanswered(matters)

  async function answered(now: Matters, mode: MatterAnswerMode) {
    await onChanged(now)
    toast(mode === 'message' ? 'Answer sent to the patient.' : 'Answer recorded.')
  }
  return (
    <Panel title="What matters to the patient" lead={introText(matters, waiting)}>
      <ul className="divide-y divide-line">
        {matters.matters.map((matter) => (
          <MatterItem
            key={matter.id}
            matter={matter}
            {...{ consentId, status }}
            mayAnswer={mayAnswer}
            onAnswered={answered}
            onStale={onReload}
          />
        ))}
      </ul>
      <PreferenceFacts matters={matters} content={content} />
      <AdditionalConsentList
        consentId={consentId}
        additional={additional}
        mayRecord={mayRecord}
        onChanged={onChanged}
      />
    </Panel>
  )
}

function introText({ matters, isNothing }: Matters, waiting: number): string {
  if (waiting > 0) return `${waiting} to answer or discuss before countersigning.`
  if (matters.length > 0) return 'All answered.'
  return isNothing ? 'Asked; the patient had nothing to add.' : 'No answer yet.'
}

type MatterItemProps = Parameters<typeof MatterAnswerForm>[0] & { mayAnswer: boolean }

function MatterItem({ mayAnswer, matter, ...form }: MatterItemProps) {
  const { answer, text, prompt, at } = matter
  const [isAnswering, setIsAnswering] = useState(false)
  return (
    <li className="py-4 first:pt-0">
      <div className="flex flex-wrap items-center gap-2">
        <h3>{promptWords[prompt]}</h3>
        {!answer && <Badge tone="warn">To answer</Badge>}
      </div>
      <p className="text-small text-muted">Recorded on {momentText(at)}</p>
      {text && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      )}
      {answer && (
        <div className="mt-2 rounded-md bg-paper p-3">
          <p className="text-small text-muted">
            <bdi>{answerTitle(answer)}</bdi>, {momentText(answer.on ?? answer.at)}
          </p>
          {answer.text && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {answer.text}
            </p>
          )}
        </div>
      )}
      {mayAnswer && isAnswering && (
        <MatterAnswerForm
          {...form}
          matter={matter}
          onAnswered={async (...done) => {
            setIsAnswering(false)
            await form.onAnswered(...done)
          }}
        />
      )}
      {mayAnswer && !isAnswering && (
        <Button variant="quiet" size="small" className="mt-3" onClick={() => setIsAnswering(true)}>
          {answer ? 'Answer again' : 'Answer'}
          <span className="sr-only">: {promptWords[prompt]}</span>
        </Button>
      )}
    </li>
  )
}

/** Which way the patient leans, and that they think about it or want to be called. */
function PreferenceFacts({
  matters: { leaning, thinking, call },
  content,
}: {
  matters: Matters
  content: Content
}) {
  const facts = [
    leaning && {
      text: `Leans towards: ${leaning.title}`,
      isWarned: prefersOtherOption(content, leaning.option),
      at: leaning.at,
    },
    thinking && {
      text:
        thinking.remindDays === null
          ? 'Wants time to think'
          : `Wants time to think, with a reminder after ${thinking.remindDays} days`,
      isWarned: false,
      at: thinking.at,
    },
    call && { text: `Asked for a call, ${callWords(call)}`, isWarned: false, at: call.at },
  ].filter((fact) => fact !== null)
  if (facts.length === 0) return null
  return (
    <ul className="mt-3 space-y-2 border-t border-line pt-3">
      {facts.map(({ text, isWarned, at }) => (
        <li key={text}>
          <span dir="auto" className="wrap-anywhere">
            {text}
          </span>{' '}
          {isWarned && <Badge tone="warn">Outside the scope of this form</Badge>}
          <span className="block text-small text-muted">{momentText(at)}</span>
        </li>
      ))}
    </ul>
  )
}
