-- A group of practices offers phrases for the gaps of consents, as the library does: suggestions, for which nobody is asked.
CREATE TABLE "group_phrases" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"group_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"field" text NOT NULL,
	"text" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "group_phrases_once" UNIQUE("group_id","template_id","field","text"),
	CONSTRAINT "group_phrases_field" CHECK (field in ('diagnosis', 'material', 'prognosis', 'reason', 'visits', 'duration', 'graftSource', 'sedationType', 'crownWithin', 'retainerPlan', 'what'))
);
--> statement-breakpoint
ALTER TABLE "group_phrases" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "group_phrases" ADD CONSTRAINT "group_phrases_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "group" ON "group_phrases" AS PERMISSIVE FOR ALL TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid) WITH CHECK (group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "group_phrases" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (group_id = (select m.group_id from practice_group_members m where m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid));--> statement-breakpoint

alter table group_phrases add constraint group_phrases_group_id_practice_groups_id_fk
  foreign key (group_id) references practice_groups (id);--> statement-breakpoint

grant select, insert, delete on group_phrases to candour_group;--> statement-breakpoint
grant select on group_phrases to candour_clinic;
