/**
 * The pages that hold the texts of one treatment type in full, by their addresses. Import-free: the table of routes is
 * read before there is any content. A test compares it with the library.
 */
export const templateGroups = {
  'root-canal': 'Root Canal Therapy',
  fillings: 'Dental Fillings',
  implants: 'Dental Implant Placement',
  'tooth-extraction': 'Tooth Extraction',
  crowns: 'Dental Crown',
  bridges: 'Dental Bridge',
  braces: 'Orthodontic Treatment (Braces)',
  'clear-aligners': 'Clear Aligners (Invisalign)',
  'gum-treatment': 'Periodontal Treatment',
  'oral-surgery': 'Oral Surgery',
  'cosmetic-dentistry': 'Cosmetic Dentistry',
  'teeth-whitening': 'Teeth Whitening',
  dentures: 'Dentures',
  'dental-cleaning': 'Dental Cleaning',
  other: 'Other',
  sedation: 'Sedation and Anaesthesia',
  imaging: 'Imaging and Investigations',
  children: 'Paediatric Dentistry',
  'facial-aesthetics': 'Facial Aesthetics',
  'jaw-and-sleep': 'Jaw Joint, Bite and Sleep',
  'urgent-care': 'Urgent Care',
  records: 'Consent, Records and Agreements',
} as const
export type TemplateGroup = keyof typeof templateGroups
export const groupPath = (group: string): string => `/dental-templates/${group}`
