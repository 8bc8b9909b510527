CREATE TABLE "installation_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"secret" text,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" text NOT NULL,
	CONSTRAINT "installation_settings_name" CHECK (name ~ '^[a-z][a-z-]*(:[0-9a-f-]{36})?$')
);
--> statement-breakpoint
ALTER TABLE "installation_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "is_trial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE POLICY "admin" ON "installation_settings" AS PERMISSIVE FOR ALL TO "candour_admin" USING (true) WITH CHECK (true);