-- A group of practices has a fee list, which applies at those that take it where they have set no fee of their own.
-- Practices that joined before are asked first. Its phrases are suggestions, for which nobody is asked.
CREATE TABLE "group_fees" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"group_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"price_pence" integer,
	"unit" text NOT NULL,
	"band" text,
	"effective_from" date NOT NULL,
	"ends_on" date,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "group_fees_price" CHECK (price_pence >= 0),
	CONSTRAINT "group_fees_unit" CHECK (unit in ('treatment', 'tooth', 'visit')),
	CONSTRAINT "group_fees_band" CHECK (band in ('private', 'band-1', 'band-2', 'band-3', 'urgent', 'by-item', 'exempt')),
	CONSTRAINT "group_fees_something" CHECK (price_pence is not null or band is not null)
);
--> statement-breakpoint
ALTER TABLE "group_fees" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "practice_group_members" ADD COLUMN "uses_fees_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "group_fees" ADD CONSTRAINT "group_fees_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_fees_of_template" ON "group_fees" USING btree ("group_id","template_id");--> statement-breakpoint
CREATE POLICY "group" ON "group_fees" AS PERMISSIVE FOR ALL TO "candour_group" USING (group_id = nullif(current_setting('app.group_id', true), '')::uuid) WITH CHECK (group_id = nullif(current_setting('app.group_id', true), '')::uuid);--> statement-breakpoint
CREATE POLICY "clinic" ON "group_fees" AS PERMISSIVE FOR SELECT TO "candour_clinic" USING (group_id = (select m.group_id from practice_group_members m
        where m.clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid and m.uses_fees_since is not null));--> statement-breakpoint
ALTER POLICY "group" ON "templates" TO candour_group USING (owner_group_id = nullif(current_setting('app.group_id', true), '')::uuid or (deleted_at is null and status = 'active' and (offered_to_all
  or owner_clinic_id = any(array(select m.clinic_id from practice_group_members m
    where m.group_id = nullif(current_setting('app.group_id', true), '')::uuid and m.shares_templates_since is not null)))));--> statement-breakpoint

alter table group_fees add constraint group_fees_group_id_practice_groups_id_fk
  foreign key (group_id) references practice_groups (id);--> statement-breakpoint

-- A row is added for each change, and only ever ended.
grant select, insert, update (ends_on) on group_fees to candour_group;--> statement-breakpoint
grant select on group_fees to candour_clinic;--> statement-breakpoint
grant select (treatment_subtype, offered_to_all) on templates to candour_group;--> statement-breakpoint
grant update (uses_fees_since) on practice_group_members to candour_clinic;--> statement-breakpoint

-- It also offers phrases for the gaps of consents, as the library does.
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
