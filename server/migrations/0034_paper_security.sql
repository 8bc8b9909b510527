-- Signed papers: staff take them in, both sides read them. Nothing of a scan is changed or taken away; only its bytes leave
-- the database once the file store has them.

alter table paper_scans force row level security;--> statement-breakpoint
alter table paper_files force row level security;--> statement-breakpoint
alter table paper_uploads force row level security;--> statement-breakpoint

grant select, insert on paper_scans, paper_files to candour_clinic;--> statement-breakpoint
grant select, insert, delete on paper_uploads to candour_clinic;--> statement-breakpoint
grant select on paper_scans, paper_files, paper_uploads to candour_patient;--> statement-breakpoint

-- What was signed by hand is kept by the staff who take it in; the check on the table lets no other way stand without a link.
grant insert on signatures to candour_clinic;
