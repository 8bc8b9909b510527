import type { Audience, CallerOf } from '../../../contract/access.ts'
import type { OperationMeta } from '../../../contract/kit.ts'

/** Where files come in, and who brings them. */
export type FileDoor = { operation: string; caller: CallerOf[Audience] }

/** Looks at files before anything is done with them: why they are refused, or null where they may come in. */
export type FileInspection = (
  door: FileDoor,
  files: readonly Uint8Array[],
) => Promise<'file-infected' | 'file-unchecked' | null>

type FilePath = OperationMeta['filePaths'][number]

const bytesByEncoding: Record<FilePath['encoding'], (text: string) => Uint8Array> = {
  base64: (text) => Buffer.from(text, 'base64'),
  text: (text) => Buffer.from(text),
  'data-url': (text) => Buffer.from(text.slice(text.indexOf(',') + 1), 'base64'),
}

function* valuesAt(value: unknown, [name, ...rest]: readonly string[]): Generator {
  if (name === undefined) yield value
  else if (name === '*') {
    if (Array.isArray(value)) for (const entry of value) yield* valuesAt(entry, rest)
  } else if (typeof value === 'object' && value !== null)
    yield* valuesAt((value as Record<string, unknown>)[name], rest)
}

/** The bytes of the files that an input brings; those that were left out are none. */
export const filesIn = (input: unknown, paths: readonly FilePath[]): Uint8Array[] =>
  paths.flatMap(({ path, encoding }) =>
    [...valuesAt(input, path)]
      .filter((value) => typeof value === 'string' && value !== '')
      .map((text) => bytesByEncoding[encoding](text as string)),
  )
