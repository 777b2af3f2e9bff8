"""Writes the shorelines of a binned GSHHG file (netCDF 4) to standard output, as scripts/chart-pack/binned-shores.ts
reads them: one line of JSON that names the arrays, then the arrays, little-endian.

Usage: read-binned.py binned_GSHHS_f.nc
Needs: python3-h5py
"""
import json
import sys

import h5py

ARRAYS = [
    ("segmentsInBin", "N_segments_in_a_bin", "<i4"),
    ("segmentInfo", "Embedded_npts_levels_exit_entry_for_a_segment", "<i4"),
    ("firstPoint", "Id_of_first_point_in_a_segment", "<i4"),
    ("polygonOfSegment", "Id_of_GSHHS_ID", "<i4"),
    ("parentOfPolygon", "Id_of_parent_polygons", "<i4"),
    ("longitude", "Relative_longitude_from_SW_corner_of_bin", "<u2"),
    ("latitude", "Relative_latitude_from_SW_corner_of_bin", "<u2"),
]

with h5py.File(sys.argv[1], "r") as file:
    # Offsets are stored as signed and meant as unsigned.
    columns = [
        (name, kind, file[key][:].view("u2") if kind == "<u2" else file[key][:]) for name, key, kind in ARRAYS
    ]
    heading = {
        "version": file.attrs["version"].decode(),
        "binMinutes": int(file["Bin_size_in_minutes"][0]),
        "arrays": [{"name": name, "kind": kind[1:], "length": len(values)} for name, kind, values in columns],
    }
    out = sys.stdout.buffer
    out.write(json.dumps(heading).encode() + b"\n")
    for _, kind, values in columns:
        out.write(values.astype(kind).tobytes())
