import type { ImportOutcome, PatientImportRow } from '../../../contract/patient-imports.ts'
import { idIn, pageIn } from '../../ui/query-string.ts'
import { outcomeBadges, resultBadges } from './import-words.ts'

type Result = NonNullable<PatientImportRow['result']>

const rows_a_page = 25

const parseName = <Name extends string>(
  looks: Record<Name, unknown>,
  value: string | null,
): Name | undefined => (value !== null && Object.hasOwn(looks, value) ? (value as Name) : undefined)

export type ImportQuery = {
  importId: string | undefined
  /** The columns are to be set anew. */
  isSettingColumns: boolean
  outcome: ImportOutcome | undefined
  result: Result | undefined
  page: number
}

/** What the address of the page asks for. */
export const parseImportQuery = (params: URLSearchParams): ImportQuery => ({
  importId: idIn(params, 'import'),
  isSettingColumns: params.get('step') === 'columns',
  outcome: parseName(outcomeBadges, params.get('outcome')),
  result: parseName(resultBadges, params.get('result')),
  page: pageIn(params),
})

/** The rows it asks for. */
export const rowsQuery = (importId: string, { outcome, result, page }: ImportQuery) => ({
  ...{ importId, page, pageSize: rows_a_page },
  ...(outcome && { outcome }),
  ...(result && { result }),
})
