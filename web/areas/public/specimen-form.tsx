import type { ReactNode } from 'react'

type Note = { title: string; text: string }
type SpecimenProps = {
  template: { name: string; sections: { id: number; title: string; html: string }[] }
  words: {
    label: string
    practice: string
    for: string
    place: string
    caption: string
    personal: string
    personalText: string
    cost: string
    costText: string
  }
  notes: Record<string, Note>
}

/** A form as a sheet of paper, each part with what is meant by it beside. */
export function SpecimenForm({ template, words, notes }: SpecimenProps) {
  return (
    <figure
      className="mx-auto w-full max-w-page px-6 py-14"
      aria-label={words.label.replace('{name}', template.name)}
    >
      <div className="rounded-xl border border-line bg-surface">
        <Row note={notes['who']!}>
          <p className="text-small text-muted">{words.practice}</p>
          <h2 className="mt-1 text-2xl tracking-tight">{template.name}</h2>
          <p className="mt-1 text-[1.0625rem]">{words.for}</p>
          <p className="text-[1.0625rem] text-muted">{words.place}</p>
        </Row>
        {template.sections.map(({ id, title, html }) => (
          <Row key={id} note={notes[title]!}>
            <Part title={title}>{openingOf(html, words.place)}</Part>
          </Row>
        ))}
        <Row note={notes['personal']!}>
          <Part title={words.personal}>{words.personalText}</Part>
        </Row>
        <Row note={notes['cost']!}>
          <Part title={words.cost}>{words.costText}</Part>
        </Row>
      </div>
      <figcaption className="mt-4 text-[1rem] text-muted">{words.caption}</figcaption>
    </figure>
  )
}

function Row({ note, children }: { note: Note; children: ReactNode }) {
  return (
    <div className="grid border-line lg:grid-cols-[1fr_22rem] [&+*]:border-t">
      <div className="px-6 py-7 sm:px-10">{children}</div>
      <div className="border-s-2 border-brand bg-brand-soft px-6 py-5 max-lg:mx-6 max-lg:mb-7 sm:max-lg:mx-10 lg:py-7">
        <p className="text-[1rem] font-semibold text-brand-strong">{note.title}</p>
        <p className="mt-1 text-[1rem] leading-relaxed">{note.text}</p>
      </div>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h3 className="text-[1.0625rem]">{title}</h3>
    <p className="mt-1.5 max-w-xl text-[1.0625rem] leading-relaxed text-muted">{children}</p>
  </>
)

const opening_length_max = 330

/** The first sentences of a part as plain text, its blanks filled in for this specimen. */
function openingOf(html: string, place: string): string {
  const plain = html
    .replaceAll('{{tooth}}', place)
    .replaceAll('{{diagnosis}}', 'decay that is too deep to fill')
    .replaceAll('</h3>', ': ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,:;])/g, '$1')
    .trim()
  const sentences = plain.match(/[^.?!]+[.?!]+/g) ?? [plain]
  let kept = ''
  for (const sentence of sentences) {
    if (kept && kept.length + sentence.length > opening_length_max) break
    kept += sentence
  }
  return kept.trim()
}
