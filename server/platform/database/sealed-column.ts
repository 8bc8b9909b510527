import { getTableColumns, getTableName } from 'drizzle-orm'
import { customType, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { isSealedCell, openCell, sealCell, type CellKeys, type CellPlace } from '../keys/cell-cipher.ts'
import { newRowId } from './row-id.ts'

/** What is read in the place of a text whose key was destroyed. */
export const destroyed_text = '[This text can no longer be read: its encryption key was destroyed.]'

/**
 * A value of an encrypted column as it is stored, which says nothing until it is opened in its row. What is from before is
 * stored as it is, and so is what is empty, which says nothing either.
 */
export class SealedCell<T> {
  readonly stored: unknown
  readonly #destroyed: T | undefined
  constructor(stored: unknown, destroyed?: T) {
    this.stored = stored
    this.#destroyed = destroyed
  }

  /** What it says, or what is read in its place where its key was destroyed. */
  open(keys: CellKeys, place: CellPlace): { value: T; isReadable: boolean } {
    if (!isSealedCell(this.stored)) return { value: this.stored as T, isReadable: true }
    const text = openCell(keys, place, this.stored)
    return text === null
      ? { value: this.#destroyed!, isReadable: false }
      : { value: JSON.parse(text) as T, isReadable: true }
  }
}

const unreadable = new WeakSet<object>()

/** Notes that something of what was read cannot be read any more, so that no hash can be taken of it. */
export const markUnreadable = (row: object): void => void unreadable.add(row)

/** Whether the key of something in a row was destroyed. */
export const hasUnreadableValue = (row: object): boolean => unreadable.has(row)

/** Whether a row is what its hash was taken of, as far as that can still be told. */
export const matchesHash = (row: { hash: string }, hash: string): boolean =>
  row.hash === hash || hasUnreadableValue(row)

/** A column of text that is encrypted with the practice's key; no search, order or rule of the database may rest on it. */
export const sealedText = <T extends string = string>(name: string, destroyed = destroyed_text as T) =>
  customType<{ data: SealedCell<T>; driverData: string }>({
    dataType: () => 'text',
    toDriver: ({ stored }) => stored as string,
    fromDriver: (stored) => new SealedCell(stored, destroyed),
  })(name)

/** The same for what is no text; with what is read in its place when its key was destroyed. */
export const sealedJson = <T>(name: string, destroyed: T) =>
  customType<{ data: SealedCell<T>; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: ({ stored }) => JSON.stringify(stored),
    fromDriver: (stored) => new SealedCell(stored, destroyed),
  })(name)

/** A row as it is read and written, its encrypted values opened. */
export type Opened<Row> = {
  [Name in keyof Row]: Row[Name] extends SealedCell<infer T>
    ? T
    : Row[Name] extends SealedCell<infer T> | null
      ? T | null
      : Row[Name] extends SealedCell<infer T> | undefined
        ? T | undefined
        : Row[Name] extends SealedCell<infer T> | null | undefined
          ? T | null | undefined
          : Row[Name]
}

/** Whose keys open and encrypt: what a transaction of one practice brings along. */
export type CellScope = { clinicId: string; cellKeys: CellKeys }
type SealedTable = PgTable & { id: PgColumn }
/** The encrypted columns of a table: their names in the database by those in the code. */
type SealedColumns = { table: string; names: ReadonlyMap<string, string> }

const columnsOfTables = new WeakMap<PgTable, SealedColumns>()

function columnsOf(table: PgTable): SealedColumns {
  const known = columnsOfTables.get(table)
  if (known) return known
  const sealed = Object.entries(getTableColumns(table)).filter(
    ([, column]) => column.columnType === 'PgCustomColumn' && isSealedColumn(column),
  )
  const found = {
    table: getTableName(table),
    names: new Map(sealed.map(([key, { name }]) => [key, name] as const)),
  }
  columnsOfTables.set(table, found)
  return found
}

const isSealedColumn = (column: PgColumn): boolean =>
  /^(text|jsonb)$/.test(column.getSQLType()) && column.mapFromDriverValue('{}') instanceof SealedCell

/** The encrypted columns of a table, as the database calls them. */
export const sealedColumnsOf = (table: PgTable): string[] => [...columnsOf(table).names.values()]

const placeOf = ({ clinicId }: CellScope, table: string, row: string) => ({ ownerId: clinicId, table, row })

const isEmpty = (value: unknown): boolean => value === '' || value === null || value === undefined

/** A row that was read, opened: whole, or its id and some of its columns. */
export function openRow<Row extends { id: string }>(
  scope: CellScope,
  sealedTable: SealedTable,
  row: Row,
): Opened<Row> {
  const { table, names } = columnsOf(sealedTable)
  const opened: Record<string, unknown> = { ...row }
  const place = placeOf(scope, table, row.id)
  for (const [key, column] of names) {
    const cell = opened[key]
    if (!(cell instanceof SealedCell)) continue
    const { value, isReadable } = cell.open(scope.cellKeys, { ...place, column })
    opened[key] = value
    if (!isReadable) markUnreadable(opened)
  }
  return opened as Opened<Row>
}

/** Rows that were read, opened. */
export const openRows = <Row extends { id: string }>(
  scope: CellScope,
  table: SealedTable,
  rows: readonly Row[],
): Opened<Row>[] => rows.map((row) => openRow(scope, table, row))

type RowPlace = Omit<CellPlace, 'ownerId'>

/** Words that stand within a value, encrypted for their place. */
export const sealWords = ({ clinicId, cellKeys }: CellScope, place: RowPlace, words: string): string =>
  sealCell(cellKeys, { ...place, ownerId: clinicId }, JSON.stringify(words))

/** What such words say: what was found where it is not encrypted. */
export function openSealedWords(
  { clinicId, cellKeys }: CellScope,
  place: RowPlace,
  found: unknown,
): { words: unknown; isReadable: boolean } {
  const cell = new SealedCell<unknown>(found, destroyed_text)
  const { value: words, isReadable } = cell.open(cellKeys, { ...place, ownerId: clinicId })
  return { words, isReadable }
}

type StoredRow = Record<string, unknown>

/** A row as the database has it, all of its values by their columns' names, opened; also words within a value. */
export function openStoredRow(
  scope: CellScope,
  { table, id }: { table: string; id: string },
  row: StoredRow,
): StoredRow {
  const open = (values: StoredRow, within = ''): StoredRow =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const column = within + name
        if (isSealedCell(value))
          return [name, openSealedWords(scope, { table, row: id, column }, value).words]
        const isNested = within === '' && value !== null && typeof value === 'object' && !Array.isArray(value)
        return [name, isNested ? open(value as StoredRow, `${name}.`) : value]
      }),
    )
  return open(row)
}

/** What is changed of a row, encrypted for it. */
export function sealChange<T extends SealedTable>(
  scope: CellScope,
  sealedTable: T,
  { id, ...change }: Partial<Opened<T['$inferInsert']>> & { id: string },
): Partial<T['$inferInsert']> {
  const { table, names } = columnsOf(sealedTable)
  const sealed: Record<string, unknown> = { ...change }
  const place = placeOf(scope, table, id)
  for (const [key, column] of names) {
    const value = sealed[key]
    if (isEmpty(value)) continue
    sealed[key] = new SealedCell(sealCell(scope.cellKeys, { ...place, column }, JSON.stringify(value)))
  }
  for (const key of names.keys()) if (sealed[key] === '') sealed[key] = new SealedCell('')
  return sealed as Partial<T['$inferInsert']>
}

/** A new row, encrypted for itself; it has its id from here. */
export function sealRow<T extends SealedTable>(
  scope: CellScope,
  table: T,
  row: Opened<T['$inferInsert']>,
): T['$inferInsert'] & { id: string } {
  const id = (row as { id?: string }).id ?? newRowId()
  return { ...sealChange(scope, table, { ...row, id } as never), id } as T['$inferInsert'] & { id: string }
}
