import { consentTransitions, type ConsentStatus } from '../../../contract/consent-states.ts'

type LifecycleDrawingProps = {
  words: { label: string; main: string[]; aside: string }
  names: Record<ConsentStatus, { name: string }>
}

const exitTransitions = ['decline', 'expire', 'withdraw', 'supersede', 'void'] as const

/** Where a consent can be left from this state, without the moves that are open everywhere. */
const exitStatuses = (status: ConsentStatus): ConsentStatus[] =>
  exitTransitions
    .slice(0, 3)
    .filter((move) => (consentTransitions[move].from as readonly ConsentStatus[]).includes(status))
    .map((move) => consentTransitions[move].to)

/** The usual course as a line of stations, with the ways out below each. */
export function LifecycleDrawing({ words: { label, main, aside }, names }: LifecycleDrawingProps) {
  const stations = main as ConsentStatus[]
  return (
    <figure aria-label={label} className="py-14">
      <ol className="grid md:grid-cols-5">
        {stations.map((status, index) => {
          const out = exitStatuses(status)
          return (
            <li
              key={status}
              className="relative max-md:border-s-2 max-md:border-brand max-md:pb-8 max-md:ps-8 max-md:last:border-transparent md:pt-8 md:pe-4"
            >
              {index < stations.length - 1 && (
                <span
                  aria-hidden
                  className="absolute top-[0.4375rem] right-0 left-0 h-0.5 bg-brand max-md:hidden"
                />
              )}
              <span
                aria-hidden
                className="absolute top-0 left-0 size-4 rounded-full border-[3px] border-brand bg-paper max-md:top-1 max-md:-left-[0.5625rem]"
              />
              <p className="text-xl font-semibold tracking-tight">{names[status].name}</p>
              {out.length > 0 && (
                <ul aria-label={aside} className="mt-3 flex flex-wrap gap-x-3 gap-y-1.5 md:flex-col">
                  {out.map((end) => (
                    <li key={end} className="flex items-center gap-2 text-[1rem] text-muted">
                      <svg
                        viewBox="0 0 16 16"
                        aria-hidden
                        className="size-4 shrink-0 text-bad"
                        fill="none"
                        stroke="currentColor"
                        strokeWidth="1.5"
                      >
                        <path d="M2 2v5a4 4 0 0 0 4 4h8M11 8l3 3-3 3" />
                      </svg>
                      {names[end].name}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ol>
    </figure>
  )
}
