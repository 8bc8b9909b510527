import { z } from 'zod'

const kilobyte = 1024

/** A size as people say it, in the units that limits are written in: `200 kB`, `4 MB`. */
const formatFileSize = (bytes: number): string =>
  bytes < kilobyte * kilobyte ? `${bytes / kilobyte} kB` : `${bytes / kilobyte / kilobyte} MB`

/** How long so many bytes are in base64, with a little more, so that too much is told as such. */
export const maxBase64Length = (bytesMax: number): number => Math.ceil((bytesMax * 4) / 3) + 4

/** How the bytes of a file stand in a request. */
export type FileEncoding = 'base64' | 'text' | 'data-url'

/** Fields that bring a file: its schema, and how the file is written in it. Narrowed further they stay such fields. */
const fileFields = z.registry<{ encoding: FileEncoding }>()

/** Marks a field as one that brings a file, so that it is scanned before anything is done with it. */
export const fileField = <T extends z.ZodType>(encoding: FileEncoding, schema: T): T => {
  fileFields.add(schema, { encoding })
  return schema
}

/** A file's bytes in base64. */
export const encodedFile = (bytesMax: number) =>
  fileField(
    'base64',
    z.base64().max(maxBase64Length(bytesMax), `Choose a file of at most ${formatFileSize(bytesMax)}`),
  )

/** Where in an input files are: names of fields, and `*` for each entry of a list. */
export type FilePath = { path: string[]; encoding: FileEncoding }

type Inner = { innerType?: z.ZodType; in?: z.ZodType; out?: z.ZodType; options?: z.ZodType[] }

/** Every place of an input that brings a file, by its schema. */
export function filePathsOf(schema: z.ZodType, path: string[] = []): FilePath[] {
  const marked = fileFields.get(schema)
  if (marked) return [{ path, ...marked }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      filePathsOf(field as z.ZodType, [...path, name]),
    )
  if (schema instanceof z.ZodArray) return filePathsOf(schema.element as z.ZodType, [...path, '*'])
  const { innerType, in: before, out, options = [] } = schema.def as unknown as Inner
  return [innerType, before, out, ...options].flatMap((inner) => (inner ? filePathsOf(inner, path) : []))
}
