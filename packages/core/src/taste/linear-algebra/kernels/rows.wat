;; Sums over the rows of a matrix. A row has a multiple of four f32, the vector as many f64. Elements 0 and 1 of each four
;; are added up in one vector, 2 and 3 in another, like the four sums of `innerProduct` and `squaredDistance`, so that the
;; results are the same to the last bit.
(module
  (memory (export "memory") 0)

  (func $sum (param $a v128) (param $b v128) (result f64)
    (f64.add
      (f64.add (f64x2.extract_lane 0 (local.get $a)) (f64x2.extract_lane 1 (local.get $a)))
      (f64.add (f64x2.extract_lane 0 (local.get $b)) (f64x2.extract_lane 1 (local.get $b)))))

  ;; out[r] = Σ row[r][i] · vector[i], as f64
  (func (export "products") (param $out i32) (param $row i32) (param $vector i32) (param $rows i32) (param $rowBytes i32)
    (local $a v128) (local $b v128) (local $at i32) (local $end i32)
    (loop $eachRow
      (local.set $a (v128.const f64x2 0 0))
      (local.set $b (v128.const f64x2 0 0))
      (local.set $at (local.get $vector))
      (local.set $end (i32.add (local.get $row) (local.get $rowBytes)))
      (loop $eachFour
        (local.set $a (f64x2.add (local.get $a)
          (f64x2.mul (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $row))) (v128.load (local.get $at)))))
        (local.set $b (f64x2.add (local.get $b)
          (f64x2.mul (f64x2.promote_low_f32x4 (v128.load64_zero offset=8 (local.get $row))) (v128.load offset=16 (local.get $at)))))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $eachFour (i32.lt_u (local.get $row) (local.get $end))))
      (f64.store (local.get $out) (call $sum (local.get $a) (local.get $b)))
      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $eachRow (local.get $rows))))

  ;; out[r] = Σ (row[r][i] − vector[i])², as f64
  (func (export "distances") (param $out i32) (param $row i32) (param $vector i32) (param $rows i32) (param $rowBytes i32)
    (local $a v128) (local $b v128) (local $d v128) (local $at i32) (local $end i32)
    (loop $eachRow
      (local.set $a (v128.const f64x2 0 0))
      (local.set $b (v128.const f64x2 0 0))
      (local.set $at (local.get $vector))
      (local.set $end (i32.add (local.get $row) (local.get $rowBytes)))
      (loop $eachFour
        (local.set $d (f64x2.sub (f64x2.promote_low_f32x4 (v128.load64_zero (local.get $row))) (v128.load (local.get $at))))
        (local.set $a (f64x2.add (local.get $a) (f64x2.mul (local.get $d) (local.get $d))))
        (local.set $d
          (f64x2.sub (f64x2.promote_low_f32x4 (v128.load64_zero offset=8 (local.get $row))) (v128.load offset=16 (local.get $at))))
        (local.set $b (f64x2.add (local.get $b) (f64x2.mul (local.get $d) (local.get $d))))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $eachFour (i32.lt_u (local.get $row) (local.get $end))))
      (f64.store (local.get $out) (call $sum (local.get $a) (local.get $b)))
      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $eachRow (local.get $rows)))))
