import { expect, it } from 'vitest'
import type { Consent } from '../../../contract/consents.ts'
import { describeEasyRead } from './easy-read-words.ts'

const draft = (inEasyRead: string[], titles = ['Composite Filling', 'Bridge']) =>
  ({
    inEasyRead,
    content: { title: 'Both', treatments: titles.map((title) => ({ title })) },
  }) as unknown as Consent

it.each([
  [[], false, null],
  [[], true, /no Easy Read of this form/],
  [['Composite Filling'], false, /^Available for Composite Filling/],
  [['Composite Filling'], true, /^For Composite Filling, and not for Bridge/],
  [['Composite Filling', 'Bridge'], true, /can read Composite Filling and Bridge in Easy Read/],
] as const)('with Easy Read for %j, chosen: %j', (having, isChosen, text) => {
  const said = describeEasyRead(draft([...having]), isChosen)
  if (text === null) expect(said).toBeNull()
  else expect(said?.text).toMatch(text)
})
