import { z } from 'zod'
import { fileField } from './encoded-files.ts'
import { invalidArgument, text } from './kit.ts'
import { encodingErrors } from './encoding-errors.ts'
import { csv_bytes_max, csv_columns_max, csv_rows_max } from './limits.ts'

const megabytes = csv_bytes_max / 1024 / 1024
const base64_length_max = Math.ceil(csv_bytes_max / 3) * 4

/** The body of a request that brings a CSV file: its bytes, and a little for the rest. */
export const csv_body_bytes_max = base64_length_max + 64 * 1024

/** A CSV file as it was chosen: its bytes in base64, since only the server can tell how its text is encoded. */
export const CsvUpload = z.object({
  fileName: text(200),
  content: fileField(
    'base64',
    z
      .string()
      .min(1, 'Choose a file that is not empty')
      .max(base64_length_max, `Choose a file of at most ${megabytes} MB`)
      .regex(/^[A-Za-z\d+/]*={0,2}$/, 'Send the file as base64'),
  ),
})

/** How a file of dates written in figures is read. */
export const dateOrders = ['day-first', 'month-first'] as const

/** A column of a file, with what whoever maps it needs to see. */
export const CsvColumn = z.object({
  name: z.string(),
  /** A few of its values. */
  samples: z.array(z.string()),
  /** How it writes dates, where it holds any. */
  dates: z
    .object({
      order: z.enum(dateOrders),
      /** False where every date could be read either way. */
      isCertain: z.boolean(),
      hasShortYears: z.boolean(),
      /** Some of its dates can only be read day first, and some only month first: those that may be either are refused. */
      isMixed: z.boolean().optional(),
      /** Days that systems write where none is known, and that several rows have. */
      fillers: z.array(z.string()).optional(),
    })
    .nullable(),
})
export type CsvColumn = z.infer<typeof CsvColumn>

/** How a file is read that says little of itself; whoever brings it in sees it and can change it. */
const CsvReadingChoice = z.object({
  /** False where the first row holds values as the others do. */
  hasHeaderRow: z.boolean(),
  /** Garbled letters are read as they were meant; the cells stay kept as they are. */
  isRepaired: z.boolean(),
})
export const csvReadingChoice = CsvReadingChoice.shape
export type CsvReadingChoice = z.infer<typeof CsvReadingChoice>

/** The same with what a repair would do; null where the letters look as they were meant. */
export const CsvReading = CsvReadingChoice.extend({
  repair: z
    .object({
      fault: z.enum(encodingErrors),
      examples: z.array(z.object({ written: z.string(), repaired: z.string() })),
    })
    .nullable(),
})
export type CsvReading = z.infer<typeof CsvReading>

const maxRowsText = csv_rows_max.toLocaleString('en-GB')

/** Why a file cannot be read as a table. */
export const csvRefusals = {
  workbook: invalidArgument(
    'This is a spreadsheet’s own file. Open it, save it as CSV, and choose that file.',
  ),
  'not-text': invalidArgument('This file contains no text. Choose a CSV file.'),
  empty: invalidArgument('This file is empty.'),
  'no-rows': invalidArgument('This file has a row of column names and nothing below it.'),
  'quote-not-closed': invalidArgument(
    'A quotation mark is opened in row {row} and never closed. Correct it and choose the file again.',
  ),
  'row-too-long': invalidArgument(
    'Row {row} is too long. Is a quotation mark opened there that is never closed? Correct it and choose the file again.',
  ),
  'too-many-rows': invalidArgument(
    `This file has more than ${maxRowsText} rows. Split it and import the parts one by one.`,
  ),
  'too-many-columns': invalidArgument(
    `Row {row} has more than ${csv_columns_max} columns. Remove columns you do not need.`,
  ),
}
