// Tests limb_check on texts and files, on findings that move from an expansion to its sources, and
// on the list of readers.
#define _POSIX_C_SOURCE 200809L

#include "harness.h"
#include "limb/check.h"
#include "limb/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char robot[] = "<robot name='r'><link name='a'/><link name='b'/>\n"
                            "<joint name='j' type='continuous'><parent link='a'/>"
                            "<child link='b'/>\n<axis xyz='0 0 2'/></joint></robot>\n";

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    ENSURE(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

TEST(a_text_has_the_findings_of_its_file)
{
    char folder[] = "/tmp/limb-check-XXXXXX";
    ENSURE(mkdtemp(folder) && chdir(folder) == 0);
    write_text("r.urdf", robot);
    limb_report *of_file, *of_text;
    ENSURE_INT(limb_report_create(&of_file, NULL), LIMB_OK);
    ENSURE_INT(limb_report_create(&of_text, NULL), LIMB_OK);
    const limb_robot_file_opts file = {.load = {.report = of_file}};
    const limb_robot_file_opts text = {.load = {.report = of_text, .file = "r.urdf"}};
    ENSURE_INT(limb_check(NULL, "r.urdf", &(limb_check_opts){.file = &file}), LIMB_OK);
    limb_checked *checked;
    ENSURE_INT(
        limb_check_text(&checked, robot, sizeof robot - 1, &(limb_check_opts){.file = &text}),
        LIMB_OK);
    ENSURE(checked->robot && checked->robot->nlink == 2);
    ENSURE(of_file->nfinding > 0);
    ENSURE_INT(of_text->nfinding, of_file->nfinding);
    for (int i = 0; i < of_file->nfinding; i++) {
        const limb_finding *a = &of_file->finding[i], *b = &of_text->finding[i];
        ENSURE_TEXT(b->id, a->id);
        ENSURE_TEXT(b->message, a->message);
        ENSURE_TEXT(b->span.file, a->span.file);
        ENSURE_INT(b->span.line, a->span.line);
        ENSURE_INT(b->span.column, a->span.column);
    }
    limb_checked_free(checked);
    limb_report_free(of_file);
    limb_report_free(of_text);
}

TEST(later_findings_move_to_the_source)
{
    char folder[] = "/tmp/limb-check-XXXXXX";
    ENSURE(mkdtemp(folder) && chdir(folder) == 0);
    write_text("r.urdf.xacro", "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n"
                               "<xacro:macro name='part' params='name'>\n"
                               "<link name='${name}'><visual><geometry>\n"
                               "<mesh filename='absent.stl'/></geometry></visual></link>\n"
                               "</xacro:macro><xacro:part name='a'/></robot>\n");
    limb_report *report;
    limb_robot_file *file;
    limb_resolver *resolver;
    ENSURE_INT(limb_report_create(&report, NULL), LIMB_OK);
    const limb_robot_file_opts opts = {.load = {.report = report}};
    ENSURE_INT(limb_robot_file_load(&file, "r.urdf.xacro", &opts), LIMB_OK);
    ENSURE_INT(limb_resolver_create(&resolver, "r.urdf.xacro", NULL), LIMB_OK);
    limb_report_clear(report);
    ENSURE_INT(limb_robot_check_files(file->robot, resolver, report), LIMB_OK);
    ENSURE_INT(report->nfinding, 1);
    ENSURE_INT(limb_robot_file_relocate(file, report), LIMB_OK);
    ENSURE_INT(report->nfinding, 1);
    ENSURE_INT(report->finding[0].rule, LIMB_RULE_MESH_NOT_FOUND);
    ENSURE_TEXT(report->finding[0].span.file, "r.urdf.xacro");
    ENSURE_INT(report->finding[0].span.line, 4);
    limb_resolver_free(resolver);
    limb_robot_file_free(file);
    limb_report_free(report);
}

TEST(every_reader_is_found_by_its_name)
{
    const int count = limb_reader_count();
    ENSURE(count >= 12);
    ENSURE(limb_reader_at(-1) == NULL && limb_reader_at(count) == NULL);
    for (int i = 0; i < count; i++) {
        const limb_reader_info *reader = limb_reader_at(i);
        ENSURE_INT(limb_reader_find(reader->name), i);
        ENSURE(reader->title[0] != 0 && reader->version[0] != 0);
    }
    ENSURE_INT(limb_reader_find("no reader"), -1);
    ENSURE_TEXT(limb_reader_verdict_name(LIMB_READER_VERDICT_WHOLE), "whole");
    ENSURE_TEXT(limb_reader_verdict_name(LIMB_READER_VERDICT_REFUSES), "refuses");
}
