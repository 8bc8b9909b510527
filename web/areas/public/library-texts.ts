import { groupPath, templateGroups, type TemplateGroup } from '../../library-groups.ts'

/** Only while pages are built: 4 MB that no browser needs. */
const library = async () => (await import('../../../build/content/templates.json')).default

type LibraryText = Awaited<ReturnType<typeof library>>[number]

export type CatalogueGroup = {
  name: string
  path: string
  templates: { id: string; name: string; description: string }[]
}

/** Every template by its treatment type, in the order in which types are offered, with the page that has its text. */
export async function catalogue(): Promise<CatalogueGroup[]> {
  const templates = await library()
  return Object.entries(templateGroups).map(([group, type]) => ({
    name: type,
    path: groupPath(group),
    templates: templatesOfType(templates, type).map(({ id, name, description }) => ({
      id,
      name,
      description,
    })),
  }))
}

const templatesOfType = (templates: LibraryText[], type: string) =>
  templates
    .filter(({ treatmentType }) => treatmentType === type)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en-GB'))

/** The texts of one treatment type as they are shipped; the framework asks for a page's data at its path with '.data'. */
export async function templatesOfGroup(path: string) {
  const group = path
    .replace(/\.data$/, '')
    .split('/')
    .filter(Boolean)
    .at(-1) as TemplateGroup
  const type = templateGroups[group]
  if (!type) throw new Error(`No treatment type has the page ${path}`)
  const templates = templatesOfType(await library(), type)
  return {
    type,
    path: groupPath(group),
    templates: templates.map(
      ({
        id,
        name,
        description,
        version,
        checkedOn,
        reviewDue,
        requiresTooth,
        requiresDiagnosis,
        ...rest
      }) => {
        const { writtenConsent, reflectionHours, sections, questions } = rest
        return {
          ...{ id, name, description, version, checkedOn, reviewDue, requiresTooth, requiresDiagnosis },
          ...{ writtenConsent, reflectionHours, sections },
          questions: questions.map(({ question }) => question),
        }
      },
    ),
  }
}
export type GroupTexts = Awaited<ReturnType<typeof templatesOfGroup>>
export type TemplateText = GroupTexts['templates'][number]
