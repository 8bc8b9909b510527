import { randomUUID } from 'node:crypto'
import { uploadFailureMessage } from '../../../contract/storage-codes.ts'
import { safeName } from './video-rules.ts'
import type { VideoDeps } from './video-deps.ts'

type Step = 'write' | 'read' | 'list' | 'delete'
type StepResult = { step: Step; isDone: boolean; ms: number; code: string | null; message: string }

const stepLabels: Readonly<Record<Step, string>> = {
  write: 'A small object was written.',
  read: 'It was read back, byte for byte.',
  list: 'It was found in the list.',
  delete: 'It was deleted.',
}

const testBytes = Buffer.from('Candour tries its storage.')

/** Writes, reads, lists and deletes a small object; what follows a step that failed is still tried. */
export async function testStorage(
  { files, store, codeOfFault }: Pick<VideoDeps, 'files' | 'store' | 'codeOfFault'>,
  now: Date,
) {
  const name = `storage-tests/${now.getTime()}_${safeName(randomUUID())}.txt`
  const work: Record<Step, () => Promise<boolean>> = {
    write: () => files.put(name, testBytes, null).then(() => true),
    read: async () => testBytes.equals((await files.readAll(name)) ?? Buffer.alloc(0)),
    list: async () => (await files.list(name, 1)).includes(name),
    delete: async () => {
      await files.remove(name)
      return (await files.readAll(name)) === null
    },
  }
  const steps: StepResult[] = []
  for (const [step, attempt] of Object.entries(work) as [Step, () => Promise<boolean>][]) {
    const since = performance.now()
    const code = await attempt().then((done) => (done ? null : 'object-not-found'), codeOfFault)
    const ms = Math.round(performance.now() - since)
    const message = code === null ? stepLabels[step] : uploadFailureMessage(code)
    steps.push({ step, isDone: code === null, ms, code, message })
  }
  return { store, steps }
}
