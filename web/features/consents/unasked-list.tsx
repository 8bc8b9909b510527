import { Disclosure } from '../../ui/plain/disclosure.tsx'

/** The questions that nobody had asked when a consent was sent, one press away from the line that counts them. */
export function UnaskedList({ unasked }: { unasked: readonly string[] }) {
  if (unasked.length === 0) return null
  return (
    <Disclosure summary="Questions not asked">
      <ul className="list-disc space-y-1 ps-4">
        {unasked.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </Disclosure>
  )
}
