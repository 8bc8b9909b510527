import type { PatientConsent } from '../../../contract/signing.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { documentWord } from './signed-document-words.ts'
import { useWords } from './words-context.tsx'

/** What lets anybody check later that the copies and the record are what they were. */
export function VerificationDetails({ consent }: { consent: PatientConsent }) {
  const { document: words } = useWords()
  const { chainIntact, chainHead, documents } = consent
  return (
    <section className="mt-8">
      <h2 className="mb-3">{words.proof}</h2>
      <InlineMessage tone={chainIntact ? 'ok' : 'bad'}>
        {chainIntact ? words.intact : words.broken}
      </InlineMessage>
      <Disclosure summary={words.proofMore} className="mt-3">
        <p>{words.proofBody}</p>
        <dl className="mt-3 space-y-3">
          {documents.map((copy) => (
            <Code
              key={copy.id}
              term={`${documentWord(words, copy.kind)}: ${words.fingerprint}`}
              code={copy.sha256}
            />
          ))}
          <Code term={words.recordCode} code={chainHead} />
        </dl>
      </Disclosure>
    </section>
  )
}

function Code({ term, code }: { term: string; code: string }) {
  return (
    <div>
      <dt className="text-small font-semibold">{term}</dt>
      <dd dir="ltr" className="font-mono text-small break-all text-muted">
        {code}
      </dd>
    </div>
  )
}
