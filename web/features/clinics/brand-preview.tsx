import { tintOf } from '../../../contract/brand-colour.ts'

type BrandPreviewProps = { name: string; colour: string; logo: string | null }

/** The head of a patient's page as it will look. */
export function BrandPreview({ name, colour, logo }: BrandPreviewProps) {
  return (
    <figure>
      <figcaption className="mb-2 text-small text-muted">How patients will see it</figcaption>
      <div className="overflow-clip rounded-lg border border-line bg-surface">
        <div className="flex items-center gap-2.5 border-b border-line bg-paper px-4 py-3 font-semibold">
          {logo ? (
            <img src={`/api/logos/${logo}`} alt="" className="max-h-9 max-w-28 object-contain" />
          ) : (
            <span aria-hidden className="size-7 rounded-md" style={{ background: colour }} />
          )}
          <span dir="auto">{name}</span>
        </div>
        <div className="space-y-4 p-4">
          <p className="rounded-md px-3 py-2" style={{ background: tintOf(colour), color: colour }}>
            You can ask a question at any time.
          </p>
          <span
            className="inline-block rounded-md px-4 py-2.5 font-semibold text-white"
            style={{ background: colour }}
          >
            Start reading
          </span>
        </div>
      </div>
    </figure>
  )
}
