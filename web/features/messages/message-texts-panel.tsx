import { useEffect, useState, type FormEvent } from 'react'
import { languages, type Language } from '../../../contract/languages.ts'
import { message_subject_length_max, message_text_length_max } from '../../../contract/limits.ts'
import { api, type Api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask, type Problem } from '../../ui/use-task.ts'
import { MessagePreview, type CheckedText } from './message-preview.tsx'
import { Form } from '../../ui/form.tsx'
import { TokenTextField } from '../../ui/token-text-field.tsx'

export type MessageText = Awaited<ReturnType<Api['messages']['texts']>>[number]

type MessageTextsPanelProps = { texts: readonly MessageText[]; onChanged: () => Promise<void> }

const kindLabels: Record<MessageText['kind'], string> = {
  'consent-link': 'The first message',
  reminder: 'A reminder',
  'new-link': 'A new link requested by the patient',
  'question-answered': 'An answer to a question',
  'signed-copy': 'The signed copy',
  aftercare: 'After the treatment',
  survey: 'How it went',
}
const channelLabels: Record<MessageText['channel'], string> = { email: 'E-mail', sms: 'Text message' }
const languageLabel = (tag: MessageText['language']) => (tag === 'en' ? 'English' : languages[tag].name)

/** What is filled in when a message is sent. */
const tokens = [
  { name: 'link', label: 'Link' },
  { name: 'practiceName', label: 'Practice' },
  { name: 'practicePhone', label: 'Practice phone' },
  { name: 'expires', label: 'Link valid until' },
  { name: 'greetingName', label: 'Name in the greeting' },
]

const keyOf = ({ kind, channel, language }: Pick<MessageText, 'kind' | 'channel' | 'language'>) =>
  `${kind}.${channel}.${language}`
const unique = <T,>(values: T[]): T[] => [...new Set(values)]

/** What patients are sent, in the practice's own words; checked while it is written, for nothing in it may tell of health. */
export function MessageTextsPanel({ texts, onChanged }: MessageTextsPanelProps) {
  const [chosen, setChosen] = useState(() => keyOf(texts[0]!))
  const text = texts.find((each) => keyOf(each) === chosen) ?? texts[0]!
  const offered = (name: 'kind' | 'channel' | 'language') =>
    unique(texts.filter((each) => name === 'kind' || each.kind === text.kind).map((each) => each[name]))
  const choose = (change: Partial<MessageText>) => {
    const wanted = { ...text, ...change }
    const found =
      texts.find((each) => keyOf(each) === keyOf(wanted)) ??
      texts.find((each) => each.kind === wanted.kind && each.channel === 'email' && each.language === 'en')!
    setChosen(keyOf(found))
  }
  return (
    <Panel
      title="Messages to patients"
      lead="Messages can be seen on a locked phone, so leave out anything about health."
      className="max-w-column"
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          id="message-kind"
          label="Message"
          options={offered('kind').map((value) => ({
            value,
            label: kindLabels[value as MessageText['kind']],
          }))}
          value={text.kind}
          onChange={(event) => choose({ kind: event.target.value as MessageText['kind'] })}
        />
        <SelectField
          id="message-channel"
          label="Sent as"
          options={offered('channel').map((value) => ({
            value,
            label: channelLabels[value as MessageText['channel']],
          }))}
          value={text.channel}
          onChange={(event) => choose({ channel: event.target.value as MessageText['channel'] })}
        />
        <SelectField
          id="message-language"
          label="Language"
          options={offered('language').map((value) => ({
            value,
            label: languageLabel(value as MessageText['language']),
          }))}
          value={text.language}
          onChange={(event) => choose({ language: event.target.value as MessageText['language'] })}
        />
      </div>
      <TextEditor key={`${chosen}.${text.own?.at ?? ''}`} text={text} onChanged={onChanged} />
    </Panel>
  )
}

const check_delay_ms = 400

/** Checks what is written, a moment after the last key; an answer to what stood there before is dropped. */
function useTextValidation(
  { kind, channel, language }: MessageText,
  { subject, text }: { subject: string; text: string },
) {
  const [checked, setChecked] = useState<CheckedText | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const check = async () => {
      try {
        setChecked(
          await api.messages.checkText(
            { kind, channel, language, subject, text },
            { signal: leaving.signal },
          ),
        )
        setProblem(null)
      } catch (error) {
        if (!leaving.signal.aborted) setProblem(error instanceof Error ? error : new Error(String(error)))
      }
    }
    const timer = setTimeout(() => void check(), check_delay_ms)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [kind, channel, language, subject, text])
  return { checked, problem }
}

function TextEditor({ text, onChanged }: { text: MessageText; onChanged: () => Promise<void> }) {
  const { kind, channel, language, shipped, own } = text
  const [written, setWritten] = useState({ subject: (own ?? shipped).subject, text: (own ?? shipped).text })
  const { checked, problem: checkProblem } = useTextValidation(text, written)
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const isDraft = language !== 'en' && own === null

  async function save(event: FormEvent) {
    event.preventDefault()
    const done = await run(async () => {
      await api.messages.changeText({ kind, channel, language, ...written })
      await onChanged()
    })
    if (done) toast('Text saved. It is used from the next message.')
  }
  async function reset() {
    const done = await run(async () => {
      await api.messages.resetText({ kind, channel, language })
      await onChanged()
    })
    if (done) toast('The standard text is in use again.')
  }
  const direction = language === 'en' ? 'ltr' : languages[language as Language].direction
  return (
    <Form
      draft={`message ${text.kind}`}
      noValidate
      onSubmit={(event) => void save(event)}
      className="mt-5 space-y-5"
    >
      {isDraft && (
        <InlineMessage tone="warn" title={`Drafted by machine in ${languageLabel(language)}`}>
          Ask someone who speaks the language to check it before you use it.
        </InlineMessage>
      )}
      {channel === 'email' && (
        <TokenTextField
          id="message-subject"
          label="Subject"
          tokens={tokens}
          isSingleLine
          dir={direction}
          lang={language}
          lengthMax={message_subject_length_max}
          value={written.subject}
          onChange={(subject) => setWritten((now) => ({ ...now, subject }))}
        />
      )}
      <TokenTextField
        id="message-text"
        label="Text"
        hint="Placeholders are filled in when it is sent. The link must be there."
        tokens={tokens}
        dir={direction}
        lang={language}
        lengthMax={message_text_length_max}
        value={written.text}
        onChange={(words) => setWritten((now) => ({ ...now, text: words }))}
      />
      <MessagePreview checked={checked} channel={channel} language={language} direction={direction} />
      <ProblemMessage problem={problem ?? checkProblem} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={busy}>
          Save this text
        </Button>
        {own && (
          <Button variant="quiet" onClick={() => void reset()}>
            Use the standard text
          </Button>
        )}
        {own && (
          <p className="text-small text-muted">
            Written by {own.by}, {momentText(own.at)}
          </p>
        )}
      </div>
    </Form>
  )
}
