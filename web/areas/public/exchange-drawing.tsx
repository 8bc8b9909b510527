import { ArrowLeft, ArrowRight } from 'lucide-react'

type Side = { title: string; items: string[] }
type ExchangeProps = { words: { label: string; yours: Side; ours: Side; in: string[]; out: string[] } }

/** Two systems beside each other, and what passes between them; one above the other on a phone. */
export function ExchangeDrawing({ words: { label, yours, ours, in: goesIn, out } }: ExchangeProps) {
  return (
    <figure aria-label={label} className="mx-auto w-full max-w-page px-6 py-14">
      <div className="grid items-stretch gap-6 md:grid-cols-[1fr_1.1fr_1fr] md:gap-0">
        <System side={yours} look="border-line bg-surface" />
        <div className="flex flex-col justify-center gap-6 md:px-6">
          <DataFlow items={goesIn} way="in" />
          <DataFlow items={out} way="out" />
        </div>
        <System side={ours} look="border-brand bg-brand-soft" />
      </div>
    </figure>
  )
}

const System = ({ side: { title, items }, look }: { side: Side; look: string }) => (
  <div className={`rounded-xl border p-6 sm:p-8 ${look}`}>
    <p className="text-xl font-semibold tracking-tight">{title}</p>
    <ul className="mt-4 space-y-2 text-[1.0625rem]">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </div>
)

function DataFlow({ items, way }: { items: string[]; way: 'in' | 'out' }) {
  const Arrow = way === 'in' ? ArrowRight : ArrowLeft
  return (
    <ul className="space-y-3">
      {items.map((item) => (
        <li
          key={item}
          className={`flex items-center gap-3 text-[1rem] text-brand ${way === 'out' ? 'flex-row-reverse' : ''}`}
        >
          <span className="whitespace-nowrap text-ink">{item}</span>
          <span aria-hidden className="h-px flex-1 bg-brand/50" />
          <Arrow className="size-4.5 shrink-0 max-md:rotate-90" aria-hidden />
        </li>
      ))}
    </ul>
  )
}
