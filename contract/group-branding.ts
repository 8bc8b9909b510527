import { z } from 'zod'
import { isHexColour } from './brand-colour.ts'
import { encodedFile, maxBase64Length } from './encoded-files.ts'
import { pictureProblems } from './file-problems.ts'
import { aborted, invalidArgument, operation } from './kit.ts'
import { logo_bytes_max } from './limits.ts'
import { groupRoles, GroupUse } from './practice-groups.ts'

const version = z.int().min(0)

const GroupBranding = z.object({
  group: z.string(),
  role: z.enum(groupRoles),
  /** '#0b5563'; null for none. */
  colour: z.string().nullable(),
  /** The logo's name: the hash of its bytes. */
  logo: z.string().nullable(),
  version,
  /** Who agreed to show it where they have none of their own. */
  use: GroupUse,
})
export type GroupBranding = z.infer<typeof GroupBranding>

const path = '/api/group/branding'
const onlyGroupAdministrators = {
  'group-administrators-only': aborted('Only an administrator of the group can do this.'),
}
const changedMeanwhile = {
  'changed-meanwhile': aborted('The branding has been changed by another user. Reload to see the changes.'),
}

/** The logo and the colour of a group, which its practices show where they have none of their own. */
export const groupBranding = {
  get: operation({
    method: 'GET',
    path,
    summary: 'The colour and the logo of the group',
    access: 'group',
    audit: null,
    input: z.object({}),
    output: GroupBranding,
    example: {},
  }),
  changeColour: operation({
    method: 'PUT',
    path: `${path}/colour`,
    summary: 'Choose the colour of the group, or none; documents that bear the one before stay as they are',
    access: 'group',
    audit: { done: 'group.branding_changed', refused: 'group.refused' },
    input: z.object({
      colour: z
        .string()
        .toLowerCase()
        .refine(isHexColour, 'Enter a colour as six digits or letters from a to f, like #0b5563')
        .nullable(),
      version,
    }),
    output: GroupBranding,
    refusals: {
      ...onlyGroupAdministrators,
      ...changedMeanwhile,
      'hard-to-read': invalidArgument(
        'This colour is too pale to read. Choose a darker one, with a contrast of at least 4.5 to 1 on white.',
      ),
    },
    example: { colour: '#0b5563', version: 0 },
  }),
  setLogo: operation({
    method: 'PUT',
    path: `${path}/logo`,
    summary: 'Set the logo of the group: a PNG, judged by its content',
    access: 'group',
    audit: { done: 'group.branding_changed', refused: 'group.refused' },
    bodyBytesMax: maxBase64Length(logo_bytes_max) + 1024,
    input: z.object({ image: encodedFile(logo_bytes_max), version }),
    output: GroupBranding,
    refusals: {
      ...onlyGroupAdministrators,
      ...changedMeanwhile,
      ...pictureProblems,
      'logo-refused': invalidArgument('This is not a PNG picture of at most 150 kB and 2,048 pixels a side.'),
    },
    example: {
      image:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      version: 0,
    },
  }),
  removeLogo: operation({
    method: 'DELETE',
    path: `${path}/logo`,
    summary:
      'Show the names of practices in place of the group’s logo; documents that bear it stay as they are',
    access: 'group',
    audit: { done: 'group.branding_changed', refused: 'group.refused' },
    input: z.object({}),
    output: GroupBranding,
    refusals: onlyGroupAdministrators,
    example: {},
  }),
}
