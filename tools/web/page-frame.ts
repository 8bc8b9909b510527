/**
 * What stands around every page of a practice: who is signed in, how the server is asked, the menu and its notices.
 * Each line is the beginning of paths of modules, as a pattern.
 */
export const frameModules = [
  'contract/(errors|languages|limits)',
  'web/(api|attendance|page-meta|step-up|support-address)',
  'web/areas/clinic/clinic-(navigation|paths)',
  'web/features/account/(identity-confirmation|idle-lock|idle-rules|session-keeper|use-idleness)',
  'web/features/announcements/(announcement-lines|announcement-words|clinic-news|maintenance-line)',
  'web/features/clinics/clinic-(choices|record)',
  'web/features/identity/(area-failure|guard|guard-rules|own-drafts|private-storage|profile-photo|return-path|screen-cover|screen-lock)',
  'web/features/identity/(session|session-user|signed-in-person|tab-news|this-session)',
  'web/ui/(alert-provider|avatar|cell-text|list-toolbar|menu|menu-button|part-providers|query-string|select)',
  'web/ui/sidebar-(item|layout|person)',
]

/** Whether a module travels in the file of the frame. */
export const frameTest = new RegExp(`/(${frameModules.join('|')})\\.tsx?$`)
