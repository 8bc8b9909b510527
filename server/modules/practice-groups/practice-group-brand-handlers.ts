import { isReadableColour } from '../../../contract/brand-colour.ts'
import type { GroupBranding } from '../../../contract/group-branding.ts'
import { contract } from '../../../contract/index.ts'
import { logo_bytes_max } from '../../../contract/limits.ts'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { findPictureProblem } from '../../platform/files/picture-problem.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { photoTypeOf } from '../account/index.ts'
import { groupUseOf } from '../templates/index.ts'
import {
  findGroupBrand,
  lockGroupBrand,
  saveGroupBrand,
  saveGroupLogo,
} from './practice-group-brand-store.ts'
import { findOwnGroup } from './practice-group-store.ts'

const isAdministrator = ({ role }: GroupScope): boolean => role === 'group_admin'

async function brandingOf(scope: GroupScope): Promise<GroupBranding> {
  const { name: group } = await findOwnGroup(scope)
  const brand = await findGroupBrand(scope)
  return { group, role: scope.role, ...brand, use: await groupUseOf(scope, 'uses_branding_since') }
}

const changeResult = async (scope: GroupScope, fields: string[]) => ({
  answer: await brandingOf(scope),
  subject: scope.groupId,
  details: { fields },
})

/** The operations of `contract/group-branding.ts`. */
export const groupBrandHandlers = {
  get: handle(contract.groupBranding.get, async (scope) => ({ answer: await brandingOf(scope) })),

  changeColour: handle(contract.groupBranding.changeColour, async (scope, { colour, version }) => {
    if (!isAdministrator(scope)) return refuse('group-administrators-only')
    if (colour !== null && !isReadableColour(colour)) return refuse('hard-to-read')
    if ((await lockGroupBrand(scope)).version !== version) return refuse('changed-meanwhile')
    await saveGroupBrand(scope, { colour })
    return changeResult(scope, ['colour'])
  }),

  setLogo: handle(contract.groupBranding.setLogo, async (scope, { image, version }) => {
    if (!isAdministrator(scope)) return refuse('group-administrators-only')
    const bytes = Buffer.from(image, 'base64')
    if (bytes.byteLength > logo_bytes_max || photoTypeOf(bytes) !== 'image/png')
      return refuse(findPictureProblem(bytes) ?? 'logo-refused')
    if ((await lockGroupBrand(scope)).version !== version) return refuse('changed-meanwhile')
    await saveGroupBrand(scope, { logo: await saveGroupLogo(scope, bytes) })
    return changeResult(scope, ['logo'])
  }),

  removeLogo: handle(contract.groupBranding.removeLogo, async (scope) => {
    if (!isAdministrator(scope)) return refuse('group-administrators-only')
    await lockGroupBrand(scope)
    await saveGroupBrand(scope, { logo: null })
    return changeResult(scope, ['logo'])
  }),
}
