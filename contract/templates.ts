import { z } from 'zod'
import type { RequiredPermissions } from './access.ts'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  isoDate,
  nameText,
  notFound,
  operation,
  optionalText,
  paginated,
  paging,
  printedText,
  searchText,
  text,
} from './kit.ts'
import {
  section_length_max,
  section_markup_length_max,
  template_name_length_max,
  template_sections_max,
  treatment_name_length_max,
} from './limits.ts'
import { templateNeeds } from './treatments.ts'
import { certainties, countedUnits } from './risk-basis.ts'
import { textConditions } from './conditional-wording.ts'

const riskBands = ['very common', 'common', 'uncommon', 'rare', 'very rare', 'varies'] as const

/** Only an active template is sent; templates are created active (rulings 47). `retired` is for good reasons kept. */
/** What a list of templates is sorted by; a minus turns it round, `uses` counts those of whoever asks. */
const templateOrders = [
  ...(['type', '-type', 'name', '-name', '-uses', 'uses'] as const),
  ...(['updated', 'created', 'used'] as const),
] as const
export type TemplateOrder = (typeof templateOrders)[number]

const templateStatuses = ['active', 'inactive', 'draft', 'in review', 'retired'] as const
export type TemplateStatus = (typeof templateStatuses)[number]

/** A video beside a section; what is played and when it counts as watched is the consent's. */
export const Media = z.object({
  /** Of one of our own videos it is the address that never changes; whoever shows it asks for one that opens. */
  url: z.string(),
  required: z.boolean(),
  transcript: z.string(),
  /** One of our own videos; absent where it is somewhere else. */
  videoId: id.optional(),
  /** Absent stands for false, and so it was before anybody was asked. */
  autoplay: z.boolean().optional(),
  /** Absent stands for true. */
  controls: z.boolean().optional(),
})
export type Media = z.infer<typeof Media>
export const Section = z.object({
  id: z.int(),
  title: z.string(),
  /** Rich text as HTML, sanitised when it was saved. */
  content: z.string(),
  media: Media.nullable(),
})
/** What the band or figure of a shipped risk rests on; absent where nobody has graded it. */
const RiskBasis = z.object({
  certainty: z.enum(certainties),
  /** Author and year; absent where no published source was found. */
  citation: z.string().optional(),
  url: z.string().optional(),
  /** The lowest and the highest rate in 100 that the source gives, and what it counts. */
  in100: z.tuple([z.number(), z.number()]).optional(),
  per: z.enum(countedUnits).optional(),
  within: z.string().optional(),
  /** The day on which a published figure was last looked for in vain. */
  searchedOn: isoDate.optional(),
})
export const Risk = z.object({
  label: z.string(),
  band: z.enum(riskBands),
  serious: z.boolean(),
  source: z.string(),
  /** People out of so many, as the label states it; read off it at each saving. */
  figure: z.object({ from: z.int(), to: z.int(), of: z.int() }).nullable(),
  /** The condition of `conditional-wording.ts` under which it is told; absent where everybody is. */
  only: z.string().max(40).optional(),
  basis: RiskBasis.optional(),
})
const Question = z.object({
  question: z.string(),
  answers: z.array(z.object({ text: z.string(), right: z.boolean() })),
  explanation: z.string(),
})

/** The registered clinician who answers for a template's wording. */
const ClinicalOwner = z.object({ name: z.string(), gdcNumber: z.string() })

/** A registered clinician's signature of one version of a template of the platform. */
export const ClinicalSignature = z.object({
  reviewerName: z.string(),
  gdcNumber: z.string(),
  reviewedOn: isoDate,
})

/** What somebody said of a version that waited for it; `gdcNumber` is null for people who have none. */
const ApprovalDecision = z.object({
  decision: z.enum(['approved', 'changes asked']),
  byName: z.string(),
  gdcNumber: z.string().nullable(),
  at: instant,
  comment: z.string(),
})

/** A newer version that waits beside the one in use, where the practice asks for approval of each change. */
const VersionProposal = z.object({
  versionId: id,
  label: z.string(),
  byName: z.string(),
  at: instant,
  reason: z.string(),
  /** Whoever reads this wrote it, and so is not the one who approves it. */
  isOwn: z.boolean(),
  /** The newest answer to it: null while it waits for one. */
  decision: ApprovalDecision.nullable(),
})

const metadata = z.object({
  version: z.string(),
  templateType: z.literal('consent'),
  isGlobal: z.boolean(),
  requiresTooth: z.boolean(),
  requiresDiagnosis: z.boolean(),
  isPersonal: z.boolean(),
  duplicatedFrom: id.nullable(),
  savedFromTemplate: id.nullable(),
})

/** A consent template as specification section 3 names its fields; inside, `isGlobal`, `isPersonal` and `clinicId` are one owner. */
export const TemplateSummary = z.object({
  id,
  name: z.string(),
  description: z.string(),
  treatmentType: z.string(),
  treatmentSubtype: z.string(),
  status: z.enum(templateStatuses),
  isActive: z.boolean(),
  isGlobal: z.boolean(),
  isPersonal: z.boolean(),
  clinicId: id.nullable(),
  clinicName: z.string().nullable(),
  /** The group of practices that shares it with this practice; null for what is nobody's or the practice's own. */
  groupName: z.string().nullable(),
  usageCount: z.int(),
  lastUsedAt: instant.nullable(),
  createdBy: z.string(),
  createdByName: z.string(),
  createdAt: instant,
  updatedAt: instant,
  updatedBy: z.string(),
  updatedByName: z.string(),
  requiresTooth: z.boolean(),
  requiresDiagnosis: z.boolean(),
  clinicalOwner: ClinicalOwner.nullable(),
  /** By when its wording is to be looked at again; null where nobody has said. */
  reviewDue: isoDate.nullable(),
  /** Whether a version of it waits for approval. */
  hasProposal: z.boolean(),
  /** Whether the template it was copied from, or the shipped library, has newer wording that was not taken in yet. */
  hasOffer: z.boolean(),
  /** Whether whoever asks keeps it within reach; super administrators keep none. */
  isFavourite: z.boolean(),
})
export type TemplateSummary = z.infer<typeof TemplateSummary>

export const Template = TemplateSummary.extend({
  versionId: id,
  version: z.string(),
  sections: z.array(Section),
  risks: z.array(Risk),
  questions: z.array(Question),
  cautions: z.array(z.string()),
  /** Which of the product's pictures stand in the text, by id. */
  pictures: z.array(z.string()),
  /** The placeholders its text uses, by name without braces; sending is refused while one has no value. */
  placeholders: z.array(z.string()),
  metadata,
  /** Whoever reads this wrote this version. */
  isOwn: z.boolean(),
  /** Approvals of this very version, the newest first. */
  approvals: z.array(ApprovalDecision),
  proposal: VersionProposal.nullable(),
  /** Who signed this version, of the platform's templates: null while it awaits clinical review. A practice's own have none. */
  clinicalReview: ClinicalSignature.nullable(),
})
export type Template = z.infer<typeof Template>

/** One saved state of a template, which nothing changes any more. */
export const TemplateVersion = z.object({
  id,
  number: z.int(),
  label: z.string(),
  createdAt: instant,
  createdByName: z.string(),
  /** Why it was saved, in the words of who saved it. */
  reason: z.string(),
  change: z.enum(['cosmetic', 'material']),
  isCurrent: z.boolean(),
  /** It waits for approval beside the current one. */
  isProposed: z.boolean(),
  decisions: z.array(ApprovalDecision),
})
/** What a text says, without when and by whom it was saved. */
export const TemplateWording = z.object({
  label: z.string(),
  name: z.string(),
  description: z.string(),
  treatmentType: z.string(),
  treatmentSubtype: z.string(),
  requiresTooth: z.boolean(),
  requiresDiagnosis: z.boolean(),
  sections: z.array(Section),
  risks: z.array(Risk),
  questions: z.array(Question),
  cautions: z.array(z.string()),
  pictures: z.array(z.string()),
})
/** What a version said. */
export const TemplateVersionText = TemplateVersion.extend(TemplateWording.shape)

/** Newer wording of the template that this one was copied from, with what both grew from. */
const TemplateUpdate = z.object({
  sourceName: z.string(),
  base: TemplateVersionText,
  theirs: TemplateVersionText,
})

/** Whatever was given becomes text, trimmed: a number stands for its digits (specification section 5). */
const scalarInput = z.union([z.string(), z.number(), z.boolean()])
const anyText = (max: number) => scalarInput.transform(String).pipe(optionalText(max).unwrap())
const textOrNone = (value: z.infer<typeof scalarInput> | null | undefined): string => String(value ?? '')
/** The same where null stands for nothing given, which is the empty text. */
const anyOptionalText = (max: number) =>
  scalarInput.nullish().transform(textOrNone).pipe(optionalText(max).unwrap())
/** One text, or one in several languages of which the English counts. */
const multilingual = (max: number) =>
  z.union([anyText(max), z.looseObject({ en: anyText(max).nullish() }).transform(({ en }) => en)])

/** A video's address: https, or a file of ours. Another scheme would run in the page that shows it. */
const isMediaUrl = (url: string) =>
  /^\/api\/[\w./-]+$/.test(url) || (URL.canParse(url) && new URL(url).protocol === 'https:')
const MediaInput = Media.extend({
  url: text(2000).refine(isMediaUrl, 'Enter an address that begins with https://'),
  transcript: optionalText(section_length_max),
})

const hasUniqueIds = (sections: readonly { id: number }[]): boolean =>
  new Set(sections.map((section) => section.id)).size === sections.length

/**
 * What is saved of a template, in either form of specification section 3: name and treatmentType, or title and category
 * with subCategory. What is missing of them, or null, is refused in the words of section 5.
 */
const fields = {
  name: anyText(template_name_length_max).nullish(),
  treatmentType: anyText(treatment_name_length_max).nullish(),
  treatmentSubtype: anyText(treatment_name_length_max).nullish(),
  title: multilingual(template_name_length_max).nullish(),
  category: multilingual(treatment_name_length_max).nullish(),
  subCategory: multilingual(treatment_name_length_max).nullish(),
  description: anyOptionalText(2000),
  sections: z
    .array(
      z.object({
        id: z.int(),
        title: anyOptionalText(template_name_length_max),
        content: scalarInput.nullable().transform(textOrNone).pipe(printedText(section_markup_length_max)),
        media: MediaInput.nullable().default(null),
      }),
    )
    .max(template_sections_max)
    // Translations, videos and answers name the section that they belong to.
    .refine(hasUniqueIds, 'Give each section its own id')
    .default([]),
  risks: z
    .array(
      z.object({
        label: text(500),
        band: z.enum(riskBands),
        serious: z.boolean(),
        source: optionalText(300),
        only: z.enum(textConditions.map(({ name }) => name)).optional(),
      }),
    )
    .max(100)
    .default([]),
  questions: z
    .array(
      z.object({
        question: text(500),
        answers: z
          .array(z.object({ text: text(500), right: z.boolean() }))
          .min(2)
          .max(6),
        explanation: optionalText(1000),
      }),
    )
    .max(20)
    .default([]),
  cautions: z.array(text(500)).max(50).default([]),
  /** Ids of the product's pictures; those there were stay where none are sent. */
  pictures: z.array(text(60)).max(20).optional(),
  metadata: z
    .object({
      requiresTooth: z.boolean().default(true),
      requiresDiagnosis: z.boolean().default(true),
      /** Offered to all practices: super administrators alone decide it, a practice's template never is (rulings 8). */
      isGlobal: z.boolean().default(true),
    })
    .prefault({}),
}
export const TemplateInput = z.object(fields)
export type TemplateFields = z.infer<typeof TemplateInput>

const missing = { 'not-found': notFound('Template') }
/** Its text after other programs' markup was taken out. */
export const sectionTooLong = invalidArgument(
  'The section “{title}” is {excess} characters too long. A section may have at most {limit}, including formatting.',
)
const textRefusals = {
  'name-or-title-missing': invalidArgument(
    'Template must have either (name + treatmentType) or (title + category)',
  ),
  'name-empty': invalidArgument('Template name/title is required'),
  'type-empty': invalidArgument('Template treatment type/category is required'),
  'sections-missing': invalidArgument('Template must have at least one section.'),
  'sections-empty': invalidArgument('All sections must have both a title and content.'),
  'section-too-long': sectionTooLong,
  'placeholder-unknown': invalidArgument('The text has a placeholder that does not exist.'),
  'placeholder-misplaced': invalidArgument(
    'Placeholders work only in the text of sections. Remove them from names, titles, risks and questions.',
  ),
  'picture-unknown': invalidArgument('The template names a picture that does not exist.'),
  'video-unknown': invalidArgument(
    'The template names a video that is not in your library. Choose another one.',
  ),
}
/** The platform's templates are super administrators' to change, a clinic's its own staff's. */
const notOwnerRefusal = {
  'not-own': aborted('This is not your practice’s own template. Save a copy and edit that.'),
}

/** Where a practice asks for approval, and somebody tries to do without. */
const approvalNeeded = {
  'approval-needed': aborted(
    'Your practice requires approval by someone other than the author. Send the template for review.',
  ),
}

const template_bytes_max = 280 * 1024
const examplePayload = {
  name: 'Snoring splint',
  treatmentType: 'Other',
  description: 'A splint against snoring, worn at night.',
  sections: [{ id: 1, title: 'Treatment Description', content: '<p>A splint that you wear at night.</p>' }],
}

type Side = 'clinic' | 'admin'
type SideNeeds<S extends Side> = S extends 'clinic' ? RequiredPermissions : never

/** The same for a clinic, about its own templates beside the platform's, and for super administrators, about the platform's. */
function operationsFor<S extends Side>(access: S, needs?: SideNeeds<S>) {
  const base = `/api/${access}/templates` as const
  const one = `${base}/{templateId}` as const
  const read = { access, audit: null }
  const write = { access, ...(needs ? { needs } : {}) }
  return {
    list: operation({
      ...read,
      method: 'GET',
      path: base,
      summary: 'Templates that may be used or changed here, searched and filtered',
      input: z.object({
        ...paging,
        /** Looked for in name, treatment type and description, whatever the case. */
        search: searchText(120),
        status: z.enum(['all', ...templateStatuses]).default('active'),
        treatmentType: searchText(treatment_name_length_max),
        createdBy: searchText(64),
        /** `group`: shared by the practice's group; `own`: the clinic's, personal ones apart; `personal`: those alone. */
        owner: z.enum(['all', 'platform', 'group', 'own', 'personal']).default('all'),
        /** `approval`: a version waits for it; `review`: due within 30 days or overdue; `offer`: newer wording is on offer. */
        attention: z.enum(['all', 'approval', 'review', 'offer']).default('all'),
        /** `used`: the favourites of whoever asks first, then those used most. */
        order: z.enum(templateOrders).default('type'),
      }),
      output: paginated(TemplateSummary),
      example: { search: 'root' },
    }),
    facets: operation({
      ...read,
      method: 'GET',
      path: `${base}/facets`,
      summary: 'The statuses and the treatment types that templates have, each once, sorted',
      input: z.object({}),
      output: z.object({
        statuses: z.array(z.enum(templateStatuses)),
        treatmentTypes: z.array(z.string()),
        /** The practice's group, which may share templates; null where it belongs to none. */
        groupName: z.string().nullable(),
      }),
      example: {},
    }),
    get: operation({
      ...read,
      method: 'GET',
      path: one,
      summary: 'One template with its current wording, or with the newest one, which may wait for approval',
      input: z.object({ templateId: id, text: z.enum(['current', 'newest']).default('current') }),
      output: Template,
      refusals: missing,
      example: { templateId: ':templateId' },
    }),
    create: operation({
      ...write,
      method: 'POST',
      path: base,
      summary: 'Make a template; it is active, or a draft where the practice asks for approval',
      audit: { done: 'template.created', refused: 'template.change_refused' },
      idempotent: true,
      bodyBytesMax: template_bytes_max,
      input: z.object(fields),
      output: Template,
      refusals: textRefusals,
      example: examplePayload,
    }),
    update: operation({
      ...write,
      method: 'PUT',
      path: one,
      summary:
        'Save a template anew: a new version, made from the one that was read. Where the practice asks for approval, the one in use stays until the new one is approved',
      audit: { done: 'template.updated', refused: 'template.change_refused' },
      bodyBytesMax: template_bytes_max,
      validatesOnlyChanges: true,
      input: z.object({
        ...fields,
        templateId: id,
        /** The version that was changed. Another one saved meanwhile is not overwritten. */
        versionId: id,
        /** The version of the template it was copied from that this saving takes in. */
        takenVersionId: id.optional(),
        reason: optionalText(500),
        change: z.enum(['cosmetic', 'material']).default('material'),
      }),
      output: Template,
      refusals: {
        ...missing,
        ...notOwnerRefusal,
        ...textRefusals,
        'changed-meanwhile': aborted(
          'Someone else has saved this template. Review their changes, then save.',
        ),
        'serious-risk-changed': invalidArgument('A change to a serious risk is not cosmetic.'),
      },
      example: { ...examplePayload, templateId: ':templateId', versionId: ':versionId' },
    }),
    setStatus: operation({
      ...write,
      method: 'PUT',
      path: `${one}/status`,
      summary: 'Change whether a template is used',
      audit: { done: 'template.status_changed', refused: 'template.change_refused' },
      input: z.object({ templateId: id, status: z.enum(templateStatuses) }),
      output: TemplateSummary,
      refusals: { ...missing, ...notOwnerRefusal, ...approvalNeeded },
      example: { templateId: ':templateId', status: 'active' },
    }),
    remove: operation({
      ...write,
      method: 'DELETE',
      path: one,
      summary: 'Delete a template; consents that were made of it stay as they are',
      audit: { done: 'template.deleted', refused: 'template.change_refused' },
      input: z.object({ templateId: id }),
      output: z.object({ removed: z.literal(true) }),
      refusals: { ...missing, ...notOwnerRefusal },
      example: { templateId: ':templateId' },
    }),
    duplicate: operation({
      ...write,
      method: 'POST',
      path: `${one}/duplicates`,
      summary: 'Make a copy with (Copy) behind its name; it belongs to whoever made it',
      audit: { done: 'template.duplicated', refused: 'template.change_refused' },
      idempotent: true,
      input: z.object({ templateId: id }),
      output: Template,
      refusals: missing,
      example: { templateId: ':templateId' },
    }),
    saveAsPersonal: operation({
      ...write,
      method: 'POST',
      path: `${one}/personal-copies`,
      summary: 'Make the clinic’s own copy, with (Personal) behind its name',
      audit: { done: 'template.saved_as_personal', refused: 'template.change_refused' },
      idempotent: true,
      input: z.object({ templateId: id }),
      output: Template,
      refusals: {
        ...missing,
        'no-clinic': aborted('User must be associated with a clinic to save personal templates'),
      },
      example: { templateId: ':templateId' },
    }),
    versions: operation({
      ...read,
      method: 'GET',
      path: `${one}/versions`,
      summary: 'Every saved version of a template, the newest first',
      input: z.object({ templateId: id }),
      output: z.array(TemplateVersion),
      refusals: missing,
      example: { templateId: ':templateId' },
    }),
    version: operation({
      ...read,
      method: 'GET',
      path: `${one}/versions/{versionId}`,
      summary: 'What one version said',
      input: z.object({ templateId: id, versionId: id }),
      output: TemplateVersionText,
      refusals: missing,
      example: { templateId: ':templateId', versionId: ':versionId' },
    }),
    restore: operation({
      ...write,
      method: 'POST',
      path: `${one}/versions/{versionId}/restorations`,
      summary: 'Save what an old version said as a new version',
      audit: { done: 'template.updated', refused: 'template.change_refused' },
      idempotent: true,
      input: z.object({ templateId: id, versionId: id }),
      output: Template,
      refusals: { ...missing, ...notOwnerRefusal },
      example: { templateId: ':templateId', versionId: ':versionId' },
    }),
    setCare: operation({
      ...write,
      method: 'PUT',
      path: `${one}/care`,
      summary: 'Say which clinician answers for a template, and by when it is to be reviewed',
      audit: { done: 'template.care_changed', refused: 'template.change_refused' },
      validatesOnlyChanges: true,
      input: z.object({
        templateId: id,
        clinicalOwner: z
          .object({
            name: nameText(120),
            gdcNumber: z.string().regex(/^\d{5,7}$/, 'Enter a GDC number of 5 to 7 digits'),
          })
          .nullable(),
        reviewDue: isoDate.nullable(),
      }),
      output: TemplateSummary,
      refusals: { ...missing, ...notOwnerRefusal },
      example: {
        templateId: ':templateId',
        clinicalOwner: { name: 'Dr Amara Okafor', gdcNumber: '123456' },
        reviewDue: '2027-11-21',
      },
    }),
    decide: operation({
      ...write,
      method: 'POST',
      path: `${one}/versions/{versionId}/decisions`,
      summary: 'Approve a version, which is then in use, or say what must change first',
      audit: { done: 'template.decided', refused: 'template.change_refused' },
      input: z.object({
        templateId: id,
        versionId: id,
        decision: z.enum(['approved', 'changes asked']),
        comment: optionalText(1000),
      }),
      output: Template,
      refusals: {
        ...missing,
        ...notOwnerRefusal,
        'own-version': aborted('Someone other than the author must approve this version.'),
        'not-newest': aborted('A newer version has been saved. Review that one instead.'),
        'comment-missing': invalidArgument('Enter the changes needed.'),
      },
      example: {
        templateId: ':templateId',
        versionId: ':versionId',
        decision: 'approved',
        comment: 'Read against the guidance.',
      },
    }),
    dropProposal: operation({
      ...write,
      method: 'DELETE',
      path: `${one}/proposal`,
      summary: 'Take back the version that waits for approval; it stays in the history',
      audit: { done: 'template.proposal_dropped', refused: 'template.change_refused' },
      input: z.object({ templateId: id }),
      output: Template,
      refusals: { ...missing, ...notOwnerRefusal },
      example: { templateId: ':templateId' },
    }),
    offer: operation({
      ...read,
      method: 'GET',
      path: `${one}/offer`,
      summary:
        'Newer wording of the template this one was copied from, if there is any that was not taken in',
      input: z.object({ templateId: id }),
      output: z.object({ offer: TemplateUpdate.nullable() }),
      refusals: missing,
      example: { templateId: ':templateId' },
    }),
    declineOffer: operation({
      ...write,
      method: 'DELETE',
      path: `${one}/offer`,
      summary: 'Leave newer wording of the source out; the next one is offered again',
      audit: { done: 'template.offer_declined', refused: 'template.change_refused' },
      input: z.object({
        templateId: id,
        /** The version that was looked at. */
        versionId: id,
      }),
      output: Template,
      refusals: { ...missing, ...notOwnerRefusal },
      example: { templateId: ':templateId', versionId: ':sourceVersionId' },
    }),
  }
}

export const templates = {
  ...operationsFor('clinic', templateNeeds),
  setFavourite: operation({
    method: 'PUT',
    path: '/api/clinic/templates/{templateId}/favourite',
    summary: 'Keep a template within the caller’s own reach, or no longer; nobody else’s lists change',
    access: 'clinic',
    audit: { done: 'template.favourite_changed' },
    input: z.object({ templateId: id, isFavourite: z.boolean() }),
    output: TemplateSummary,
    refusals: missing,
    example: { templateId: ':templateId', isFavourite: true },
  }),
}

export const adminTemplates = operationsFor('admin')
