import { expect, it } from 'vitest'
import { z } from 'zod'
import { rememberJson, writeAnswer } from './answer-json.ts'

const Text = z.object({ title: z.string() })
const Answer = z.object({ id: z.string(), text: Text, note: z.string().optional() })
const parsed = async (schema: z.ZodType, answer: unknown): Promise<unknown> =>
  JSON.parse(String(await writeAnswer(schema, answer)))

const remember = (value: object) => rememberJson(value, Text, Buffer.from(JSON.stringify(value)))

/** A text, also with what its schema leaves out. */
const textOf = (title: string) => ({ title, internal: 'never shown' })

it('is what its schema leaves of it', async () => {
  const answer = { id: 'one', text: textOf('Crown'), internal: 'never shown' }
  expect(await parsed(Answer, answer)).toEqual({ id: 'one', text: { title: 'Crown' } })
  expect(await writeAnswer(undefined, undefined)).toBeUndefined()
})

it('is the same where a part is written already, which is not looked at again', async () => {
  const text = textOf('Crown – für Zähne')
  remember(text)
  text.title = 'Altered since'
  expect(await parsed(Answer, { id: 'one', text, note: 'two', internal: 'x' })).toEqual({
    ...{ id: 'one', note: 'two' },
    text: { title: 'Crown – für Zähne' },
  })
  expect(await parsed(z.object({ text: Text }), { text })).toEqual({ text: { title: 'Crown – für Zähne' } })
})

it('is the same where a written part stands deeper, in one of several kinds of answers', async () => {
  const text = textOf('Crown')
  remember(text)
  text.title = 'Altered since'
  const Either = z.union([z.object({ code: z.string() }), z.object({ id: z.string(), consent: Answer })])
  const consent = { id: 'two', text, internal: 'x' }
  expect(await parsed(Either, { id: 'one', consent })).toEqual({
    ...{ id: 'one', consent: { id: 'two', text: { title: 'Crown' } } },
  })
  expect(await parsed(Either, { code: 'asked', text })).toEqual({ code: 'asked' })
})

it('takes the bytes that are at hand where the schema leaves all of it', async () => {
  const text = { title: 'Crown' }
  rememberJson(text, Text, Buffer.from('{"title": "Crown" }'))
  expect(String(await writeAnswer(Answer, { id: 'one', text }))).toBe(
    '{"id":"one","text":{"title": "Crown" }}',
  )
})

it('leaves a written part to the schema where that is another one', async () => {
  const text = textOf('Crown')
  remember(text)
  const Other = z.object({ text: z.object({ internal: z.string() }) })
  expect(await parsed(Other, { text })).toEqual({ text: { internal: 'never shown' } })
})

it.each([
  ['all of it', { id: 1, text: textOf('Crown') }],
  ['what is not written yet', { id: 1, text: Object.freeze(textOf('Bridge')) }],
])('is refused where its schema does not allow %s', async (_what, answer) => {
  remember(answer.text)
  await expect(writeAnswer(Answer, answer)).rejects.toThrow('Output validation failed')
})

it('stays unwritten where the schema refuses it, and is refused with its answer', async () => {
  const text = { title: 7 }
  remember(text)
  await expect(writeAnswer(Answer, { id: 'one', text })).rejects.toThrow('Output validation failed')
})
