/** Waits for at least so long, and at most so much longer: not all who hear of something ask at one moment. */
const wait_ms = { from: 150, to: 450 }

/** What comes together is acted upon once, however long it goes on coming. */
export function debounceWithJitter(action: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  function end(): void {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    /** Something has come. */
    note(): void {
      timer ??= setTimeout(
        () => {
          end()
          action()
        },
        wait_ms.from + Math.random() * (wait_ms.to - wait_ms.from),
      )
    },
    end,
  }
}
