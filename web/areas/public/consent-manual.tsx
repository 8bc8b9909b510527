import { clsx } from 'clsx'
import manual from '../../../build/content/page.consent-manual.json'
import { publicMeta } from '../../page-meta.ts'
import { ConversationIllustration, RecordIllustration, TabletIllustration } from './illustration.tsx'
import { ProductPicture, type PictureName } from './product-picture.tsx'

export const meta = () => publicMeta('/how-to-generate-consents', manual)

type Chapter = {
  id: string
  heading: string
  text: string[]
  steps: string[]
  pictures: string[]
  notes?: string[]
  alternatives?: { name: string; steps: string[] }[]
  table?: string[][]
}
const chapters: Chapter[] = manual.chapters

/** The manual that the clinic's sidebar opens: words and pictures alone, to read beside the work or on paper. */
export default function ConsentManual() {
  return (
    <div className="printed-alone mx-auto w-full max-w-page px-6 py-10 sm:py-14 print:p-0">
      <header className="max-w-3xl">
        <h1 tabIndex={-1} className="text-3xl tracking-tight sm:text-4xl">
          {manual.heading}
        </h1>
        <p className="mt-3 text-lg leading-relaxed text-muted">{manual.lead}</p>
      </header>
      <div className="mt-8 grid max-w-xl grid-cols-3 gap-4 sm:gap-8 print:max-w-[12cm]">
        <ConversationIllustration />
        <TabletIllustration />
        <RecordIllustration />
      </div>
      <div className="mt-8 gap-12 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <Contents />
        <div className="mt-10 space-y-14 lg:mt-0 print:space-y-8">
          {chapters.map((chapter) => (
            <ManualChapter key={chapter.id} {...chapter} />
          ))}
        </div>
      </div>
    </div>
  )
}

const Contents = () => (
  <nav aria-labelledby="contents" className="self-start lg:sticky lg:top-6 print:static">
    <h2 id="contents" className="text-h3">
      {manual.contents}
    </h2>
    <ol className="mt-2 border-s border-line">
      {chapters.map(({ id, heading }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="-ms-px flex min-h-9 items-center border-s border-transparent px-3 text-muted hover:border-brand hover:text-ink print:min-h-0"
          >
            {heading}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)

function ManualChapter({
  id,
  heading,
  text,
  steps,
  pictures,
  notes = [],
  alternatives = [],
  table,
}: Chapter) {
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="scroll-mt-6">
      <h2 id={`${id}-heading`} className="text-2xl tracking-tight print:break-after-avoid">
        {heading}
      </h2>
      <div className="mt-3 max-w-prose space-y-3 text-[1rem] leading-relaxed">
        {text.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {table && <DefinitionTable rows={table} />}
        {steps.length > 0 && <Steps steps={steps} />}
        {alternatives.map(({ name, steps: ofWay }) => (
          <div key={name} className="break-inside-avoid pt-3">
            <h3 className="text-[1rem]">{name}</h3>
            <Steps steps={ofWay} />
          </div>
        ))}
        {notes.map((note) => (
          <p
            key={note}
            className="break-inside-avoid rounded-md bg-brand-soft px-4 py-3 print:border print:border-line"
          >
            {note}
          </p>
        ))}
      </div>
      <Pictures names={pictures as PictureName[]} />
    </section>
  )
}

const Steps = ({ steps }: { steps: readonly string[] }) => (
  <ol className="mt-2 list-decimal space-y-2 ps-6 marker:font-semibold marker:text-brand">
    {steps.map((step) => (
      <li key={step} className="break-inside-avoid ps-1">
        {step}
      </li>
    ))}
  </ol>
)

/** What a word on the screen means, and what to do. */
const DefinitionTable = ({ rows }: { rows: readonly string[][] }) => (
  <dl className="divide-y divide-line border-y border-line">
    {rows.map(([word = '', meaning = '']) => (
      <div key={word} className="break-inside-avoid gap-6 py-2 sm:grid sm:grid-cols-[10rem_minmax(0,1fr)]">
        <dt className="font-semibold">{word}</dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
)

const isOfPhone = (name: PictureName) => name.startsWith('patient-')

/** Phones stand beside one another; what is seen in a window has its own line. */
const Pictures = ({ names }: { names: readonly PictureName[] }) =>
  names.length === 0 ? null : (
    <div
      className={clsx(
        'mt-6 flex flex-wrap gap-6 print:mt-4 print:gap-3',
        names.every(isOfPhone) && names.length > 2 && 'sm:grid sm:grid-cols-3 print:flex',
      )}
    >
      {names.map((name) => (
        <ProductPicture
          key={name}
          name={name}
          sizes="(min-width: 64rem) 50rem, 100vw"
          className="!mx-0 break-inside-avoid"
        />
      ))}
    </div>
  )
