/** A month's consents passing a plan's number and going on as before. */
export function PlanLimitDrawing({ words }: { words: readonly string[] }) {
  const [month, limit, beyond] = words
  return (
    <div aria-hidden className="mt-10 max-w-3xl text-[1rem]">
      <p className="mb-2 text-end font-medium text-brand">{beyond}</p>
      <div className="flex h-10 overflow-hidden rounded-md border border-line">
        {Array.from({ length: 24 }, (_, index) => (
          <span
            key={index}
            className={
              index < 17
                ? 'flex-1 border-s border-surface bg-brand first:border-s-0'
                : index < 20
                  ? 'flex-1 border-s border-surface bg-brand/45'
                  : 'flex-1 border-s border-line bg-surface'
            }
          />
        ))}
      </div>
      <div className="relative mt-2 h-14 text-muted sm:h-7">
        <span className="absolute start-0">{month}</span>
        <span className="absolute start-[70.8%] border-s border-ink ps-2 text-ink max-sm:top-7 max-sm:start-auto max-sm:end-[29.2%] max-sm:border-s-0 max-sm:border-e max-sm:pe-2">
          {limit}
        </span>
      </div>
    </div>
  )
}
