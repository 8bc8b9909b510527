import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'

/** The details of a record that are text or a day, by name. */
type TextDetail<Details> = {
  [Name in keyof Details]-?: Details[Name] extends string | null ? Name : never
}[keyof Details] &
  string

/**
 * What the inputs of a record's details have in common: each is called by the path of its detail, holds what is
 * recorded, shows the fault at that path, and keeps the user's own autofill out of somebody else's record.
 */
export const detailInput =
  <Details extends object>(
    recorded: Details | null | undefined,
    errors: readonly FieldProblem[],
    path = '',
  ) =>
  (name: TextDetail<Details>) => ({
    id: path + name,
    name: path + name,
    defaultValue: (recorded?.[name] ?? undefined) as string | undefined,
    error: errorOf(errors, path + name),
    autoComplete: 'off',
  })
