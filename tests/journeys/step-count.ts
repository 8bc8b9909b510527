import { expect, test, type Locator, type Page } from '@playwright/test'

/**
 * Seconds of the keystroke-level model (Card, Moran and Newell): pointing and pressing, a key of an average typist, and
 * making up one's mind before each field and choice.
 */
const [press_seconds, key_seconds, thought_seconds] = [1.3, 0.28, 1.35]

/** Does what a person does with mouse, finger and keyboard, and knows how long that takes by hand. */
export function countSteps(page: Page, by: 'click' | 'tap' = 'click') {
  let [presses, keys, thoughts] = [0, 0, 0]
  const press = async (locator: Locator) => {
    await locator[by]()
    presses++
  }
  return {
    press,
    choose: (locator: Locator) => {
      thoughts++
      return press(locator)
    },
    /** Goes on to the next field, so many times, and is there. */
    tabTo: async (locator: Locator, times = 1) => {
      for (let time = 0; time < times; time++) await page.keyboard.press('Tab')
      keys += times
      await expect(locator).toBeFocused()
    },
    /** Goes on until it is there. */
    tabUntil: async (locator: Locator) => {
      thoughts++
      for (let time = 0; time < 40; time++) {
        await page.keyboard.press('Tab')
        keys++
        if (
          await locator.evaluate(
            (node: object) =>
              node ===
              (globalThis as unknown as { document: { activeElement: object } }).document.activeElement,
          )
        )
          return
      }
      throw new Error('Forty stops of the Tab key did not lead there')
    },
    /** Types without a thought of its own. */
    type: async (text: string) => {
      await page.keyboard.type(text)
      keys += text.length
    },
    write: async (text: string) => {
      await page.keyboard.type(text)
      keys += text.length
      thoughts++
    },
    /** With Ctrl, or ⌘ on a Mac: two keys. */
    command: async (key: string) => {
      await page.keyboard.press(`ControlOrMeta+${key}`)
      keys += 2
    },
    enter: async () => {
      await page.keyboard.press('Enter')
      keys++
      thoughts++
    },
    total: () => ({
      ...{ presses, keys },
      seconds: presses * press_seconds + keys * key_seconds + thoughts * thought_seconds,
    }),
  }
}

/** Says with the journey what a piece of work took, and sees that it stays within so many seconds by hand. */
export function tellSteps(what: string, steps: ReturnType<typeof countSteps>, secondsMax: number): void {
  const { presses, keys, seconds } = steps.total()
  const description = `${presses} presses and ${keys} keystrokes: ${seconds.toFixed(0)} s by hand`
  test.info().annotations.push({ type: what, description })
  expect(seconds, `${what}: ${description}`).toBeLessThanOrEqual(secondsMax)
}
