import { useState, type ReactNode } from 'react'
import type { Verdict } from '../../../verification/check-result.ts'
import { api } from '../../api.ts'
import { FileField } from '../../ui/file-field.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Spinner } from '../../ui/plain/spinner.tsx'
import { useTask } from '../../ui/use-task.ts'
import { serverCheckText, type ServerCheckResponse } from './server-check-response.ts'
import { VerdictView } from './verdict-view.tsx'

type VerificationResult = { name: string; verdict: Verdict }

/** Reads and checks a file here; what does it is fetched when the first file is chosen. */
async function verifyFile(file: File): Promise<VerificationResult> {
  const { checkFile } = await import('../../../verification/file-check.ts')
  return { name: file.name, verdict: await checkFile(new Uint8Array(await file.arrayBuffer())) }
}

type VerifyScreenProps = { title: ReactNode; lead: ReactNode }

/** Checks a sealed document, a bundle or a digest in this browser; on request the server is asked for its hashes alone. */
export function VerifyScreen({ title, lead }: VerifyScreenProps) {
  const [checked, setChecked] = useState<VerificationResult>()
  const { busy, problem, run } = useTask()
  return (
    <div className="mx-auto w-full max-w-3xl px-6 py-10">
      <h1>{title}</h1>
      <p className="mt-3 text-muted">{lead}</p>
      <FileField
        className="mt-6"
        label="Choose a file, or drop it here"
        hint="A sealed PDF, an evidence bundle (ZIP) or a daily digest (JSON). It stays on your computer."
        accept=".pdf,.zip,.json"
        single
        busy={busy}
        onFiles={([file]) => void run(async () => setChecked(await verifyFile(file!)))}
      />
      <ProblemMessage className="mt-4" problem={problem} title="The file could not be read" />
      <div role="status" className="mt-6">
        {busy && <Spinner message="Checking the file" />}
        {!busy && checked && <VerdictView fileName={checked.name} verdict={checked.verdict} />}
      </div>
      {!busy && checked && (
        <ServerCheck key={checked.name + checked.verdict.says} verdict={checked.verdict} />
      )}
    </div>
  )
}

/** Whether the practice's server knows the file too, by its fingerprints: what was forged as a whole is found so. */
function ServerCheck({ verdict: { ask, outcome } }: { verdict: Verdict }) {
  const [answer, setAnswer] = useState<ServerCheckResponse>()
  const { busy, problem, run } = useTask()
  const isEmpty = ask.documents.length + ask.heads.length === 0
  if (isEmpty || outcome === 'not-ours') return null
  const words = answer && serverCheckText(answer)
  return (
    <section className="mt-8">
      <h2>Was it sealed here?</h2>
      <p className="mt-2 text-muted">
        The check above shows that nothing was changed since the file was sealed. Ask this server whether it
        was the one that sealed it. Only fingerprints are sent: no name, no text and no file.
      </p>
      <Button
        className="mt-4"
        variant="quiet"
        busy={busy}
        onClick={() => void run(async () => setAnswer(await api.evidence.ask(ask)))}
      >
        Ask this server
      </Button>
      <ProblemMessage className="mt-4" problem={problem} title="The server did not answer" />
      <div role="status">
        {words && (
          <InlineMessage className="mt-4" tone={words.known ? 'ok' : 'bad'}>
            {words.text}
          </InlineMessage>
        )}
      </div>
    </section>
  )
}
