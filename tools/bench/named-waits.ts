type Wait = { what: string; begun: number }

/** Work that is waited for, each with a limit: whoever waits too long says for what. */
export type NamedWaits = {
  /** Does one thing after another; `ms_max` is how long this one may take. */
  step<T>(what: string, ms_max: number, work: () => Promise<T>): Promise<T>
}

const seconds = (ms: number) => (ms / 1000).toFixed(0)

/** `onLate` is told once, in words, what was not done in time and all that it was a part of. */
export function openNamedWaits(onLate: (text: string) => void): NamedWaits {
  const waits: Wait[] = []
  return {
    async step(what, ms_max, work) {
      const wait = { what, begun: performance.now() }
      waits.push(wait)
      const timer = setTimeout(() => {
        const all = waits.map((one) => `${one.what} (for ${seconds(performance.now() - one.begun)} s)`)
        onLate(`Not done within ${seconds(ms_max)} s: ${what}. Waiting for: ${all.join(', ')}`)
      }, ms_max)
      try {
        return await work()
      } finally {
        clearTimeout(timer)
        waits.splice(waits.indexOf(wait), 1)
      }
    },
  }
}
