import type { ClinicScope } from '../../platform/database/transaction.ts'
import { findUsableByIdOrName } from '../templates/index.ts'
import { findTreatmentCodes } from './program-store.ts'

type NamedTreatment = {
  templateId?: string | undefined
  code?: string | undefined
  templateName?: string | undefined
}

type Resolved<T> = { treatment: T; templateId: string }
/** What treatments mean here, and the codes that nobody has mapped; or why one of them means nothing. */
export type ResolvedTreatments<T> =
  | { resolved: Resolved<T>[]; unmapped: string[] }
  | { refusal: 'treatment-unnamed' | 'template-not-found' | 'template-ambiguous' }

/** Templates of treatments as another program names them: by our id, its own code, or the template's name. */
export async function resolveTreatments<T extends NamedTreatment>(
  scope: ClinicScope,
  treatments: readonly T[],
): Promise<ResolvedTreatments<T>> {
  const names = treatments.flatMap(({ templateName }) => templateName ?? [])
  const codes = treatments.flatMap(({ code }) => code ?? [])
  const [named, mapped] = await Promise.all([
    findUsableByIdOrName(scope, { ids: [], names }),
    findTreatmentCodes(scope, codes),
  ])
  const resolved: Resolved<T>[] = []
  const unmapped: string[] = []
  for (const treatment of treatments) {
    const { templateId, code, templateName } = treatment
    if (templateId !== undefined) resolved.push({ treatment, templateId })
    else if (code !== undefined) {
      const { template = null } = mapped.find((each) => each.code === code) ?? {}
      if (template) resolved.push({ treatment, templateId: template.id })
      else unmapped.push(code)
    } else if (templateName !== undefined) {
      const [found, ...others] = named.filter(({ name }) => name.toLowerCase() === templateName.toLowerCase())
      if (!found) return { refusal: 'template-not-found' }
      if (others.length > 0) return { refusal: 'template-ambiguous' }
      resolved.push({ treatment, templateId: found.id })
    } else return { refusal: 'treatment-unnamed' }
  }
  return { resolved, unmapped: [...new Set(unmapped)] }
}
