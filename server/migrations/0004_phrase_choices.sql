CREATE TABLE "phrase_choices" (
	"clinic_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"staff_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"field" text NOT NULL,
	"text" text NOT NULL,
	"choice" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "phrase_choices_clinic_id_id_pk" PRIMARY KEY("clinic_id","id"),
	CONSTRAINT "phrase_choices_once" UNIQUE("clinic_id","staff_id","template_id","field","text"),
	CONSTRAINT "phrase_choices_field" CHECK (field in ('diagnosis', 'material', 'prognosis', 'reason', 'visits', 'duration', 'graftSource', 'sedationType', 'crownWithin', 'retainerPlan', 'what')),
	CONSTRAINT "phrase_choices_choice" CHECK (choice in ('pinned', 'hidden'))
);--> statement-breakpoint

ALTER TABLE "phrase_choices" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "phrase_choices" ADD CONSTRAINT "phrase_choices_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id");--> statement-breakpoint
ALTER TABLE "phrase_choices" ADD CONSTRAINT "phrase_choices_clinic_id_clinics_id_fk" FOREIGN KEY ("clinic_id") REFERENCES "public"."clinics"("id");--> statement-breakpoint
ALTER TABLE "phrase_choices" ADD CONSTRAINT "phrase_choices_clinic_id_staff_id_staff_clinic_id_id_fk" FOREIGN KEY ("clinic_id","staff_id") REFERENCES "public"."staff"("clinic_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "clinic" ON "phrase_choices" FOR ALL TO "candour_clinic", "candour_integration" USING (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid) WITH CHECK (clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid);--> statement-breakpoint

grant select, insert, update (choice, updated_at), delete on phrase_choices to candour_clinic;
