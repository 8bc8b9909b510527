import { audit } from './audit.ts'
import { clinics } from './clinics.ts'
import { consents } from './consents.ts'
import { documentFiles } from './documents.ts'
import { identity } from './identity.ts'
import { patients } from './patients.ts'
import { signing } from './signing.ts'
import { staff } from './staff.ts'
import { templates } from './templates.ts'

/** Everything that can be asked of the product, as one object. */
export const contract = { audit, clinics, consents, identity, patients, signing, staff, templates }

/** The endpoints that answer with files. */
export const files = { documents: documentFiles }

export type Contract = typeof contract
