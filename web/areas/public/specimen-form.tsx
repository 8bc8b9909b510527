import type { ReactNode } from 'react'
import form from '../../../build/trial/form.en.json'

const { title, clinic, patient, teeth, sections } = form.content

type Note = { title: string; text: string }
type SpecimenProps = {
  words: { label: string; for: string; caption: string }
  /** What is meant by each part, by the part's title; `who` is about the beginning. */
  notes: Record<string, Note>
}

/** The form of the sample as a sheet of paper, the beginning of each part with what is meant by it beside. */
export function SpecimenForm({ words, notes }: SpecimenProps) {
  return (
    <figure
      aria-label={words.label.replace('{name}', title)}
      className="mx-auto w-full max-w-page px-6 pt-14 pb-8"
    >
      <div className="overflow-hidden rounded-xl border border-line bg-surface">
        <Row note={notes['who']}>
          <p className="text-[1rem] text-muted">{clinic.name}</p>
          <h2 className="mt-1 text-2xl tracking-tight">{title}</h2>
          <p className="mt-1 text-[1.0625rem]">{words.for.replace('{patient}', patient.name)}</p>
          <p className="text-[1.0625rem] text-muted">
            {teeth.map(({ name, palmer, fdi }) => `${name} (${palmer}, ${fdi})`).join(', ')}
          </p>
        </Row>
        {sections.map(({ id, title: part, content }) => (
          <Row key={id} note={notes[part]}>
            <h3 className="text-[1.0625rem]">{part}</h3>
            <p className="mt-1.5 max-w-xl text-[1.0625rem] leading-relaxed text-muted">
              {excerptOf(content)}
            </p>
          </Row>
        ))}
      </div>
      <figcaption className="mt-4 text-[1rem] text-muted">{words.caption}</figcaption>
    </figure>
  )
}

function Row({ note, children }: { note: Note | undefined; children: ReactNode }) {
  return (
    <div className="grid border-line lg:grid-cols-[1fr_22rem] [&+*]:border-t">
      <div className="px-6 py-7 sm:px-10">{children}</div>
      {note && (
        <div className="border-s-2 border-brand bg-brand-soft px-6 py-5 max-lg:mx-6 max-lg:mb-7 sm:max-lg:mx-10 lg:py-7">
          <p className="text-[1rem] font-semibold text-brand-strong">{note.title}</p>
          <p className="mt-1 text-[1rem] leading-relaxed">{note.text}</p>
        </div>
      )}
    </div>
  )
}

const excerpt_length_max = 330

/** How a part begins, as plain text: whole sentences, each item of a list one of them. */
function excerptOf(html: string): string {
  const sentences = html
    .replaceAll(/<\/h\d>/g, ':<br>')
    .replaceAll(/<\/(?:p|li)>|<br>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .split(/\n+|(?<=[.?!]) /)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .map((sentence) => (/[.:?!]$/.test(sentence) ? sentence : `${sentence}.`))
  let excerpt = ''
  for (const sentence of sentences) {
    if (excerpt && excerpt.length + sentence.length > excerpt_length_max) break
    excerpt += ` ${sentence}`
  }
  return excerpt.trim()
}
